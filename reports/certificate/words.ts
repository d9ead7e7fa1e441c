import { operations } from '../../schemas/operations.ts';
import type { OperationId, Verdict } from '../../schemas/types.ts';
import type { RunResult } from '../statement/format.ts';
import { type Html, html } from './html.ts';

/** The colour of a verdict or result. */
export type Tone = 'pass' | 'warn' | 'fail' | 'open' | 'void' | 'quiet';

/** Headline, tone and meaning of a result. */
export const results: Readonly<
  Record<RunResult, { readonly headline: string; readonly tone: Tone; readonly lede: string }>
> = {
  conformant: {
    headline: 'Conformant',
    tone: 'pass',
    lede: 'Every requirement in scope that the interface document states and that the run could exercise was met.',
  },
  'conformant-with-warnings': {
    headline: 'Conformant, with warnings',
    tone: 'warn',
    lede: 'Every requirement in scope that the interface document states and the run could exercise was met. The deviations listed below concern what the document only shows in samples or implies.',
  },
  incomplete: {
    headline: 'Incomplete',
    tone: 'open',
    lede: 'No broken statement was found, but the run could not do what it was meant to. This does not prove conformance.',
  },
  'non-conformant': {
    headline: 'Not conformant',
    tone: 'fail',
    lede: 'The target breaks at least one statement of the interface document.',
  },
  void: {
    headline: 'Void',
    tone: 'void',
    lede: 'The suite itself failed in this run. What it had found before is listed below; nothing else can be concluded about the target.',
  },
};

const tones: Readonly<Record<Verdict, Tone>> = {
  'suite-error': 'void',
  fail: 'fail',
  inconclusive: 'open',
  'not-tested': 'open',
  warn: 'warn',
  observed: 'quiet',
  pass: 'pass',
  'not-applicable': 'quiet',
  'not-testable': 'quiet',
};

/** The tone of a verdict. */
export function toneOf(verdict: Verdict): Tone {
  return tones[verdict];
}

/** A verdict as a coloured word. */
export function badge(verdict: Verdict): Html {
  return html`<span class="badge tone-${toneOf(verdict)}">${verdict.replace('-', ' ')}</span>`;
}

/** The title of an operation as the document names it; altered evidence may name one that it does not have, which stands as it is. */
export function titleOf(operation: OperationId): string {
  if (operation === 'optimise-payment-methods') return 'Optimise payment methods';
  return Object.hasOwn(operations, operation) ? operations[operation].title : operation;
}

/** A point in time for a reader, as in `2026-01-31 12:01 UTC`. */
export function timeOf(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
