import { operations } from '../../schemas/operations.ts';
import { plainText } from '../../schemas/plain-text.ts';
import type { OperationId, Verdict } from '../../schemas/types.ts';
import { writeEntities } from '../redact/markup.ts';
import type { RunResult, Statement } from '../statement/format.ts';

/** Markup that is already escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | undefined | false | readonly Part[];

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return writeEntities(plainText(String(part)));
  return 'html' in part ? part.html : part.map(written).join('');
}

/** Builds markup; every other value is escaped, and its invisible characters are made visible. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + written(parts[index])).join('') };
}

/** Text that may break after a slash, dot or underscore, for ids in narrow cells. */
export function breakable(text: string): Html {
  return { html: writeEntities(plainText(text)).replaceAll(/([/._])(?=[A-Za-z0-9])/g, '$1<wbr>') };
}

/** A count with its noun: `1 clause`, `2 clauses`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? singular : many}`;
}

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

/** The tone of each verdict. */
export const tones: Readonly<Record<Verdict, Tone>> = {
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

/** A verdict as a coloured word. */
export function badge(verdict: Verdict): Html {
  return html`<span class="badge tone-${tones[verdict]}">${verdict.replace('-', ' ')}</span>`;
}

/** The documented title of an operation; an unknown one, as in altered evidence, is returned unchanged. */
export function titleOf(operation: OperationId): string {
  return Object.hasOwn(operations, operation) ? operations[operation].title : operation;
}

/** A time for a reader, such as `2026-01-31 12:01 UTC`. */
export function timeOf(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** True if the result looks complete although the caller left something out. */
function isPartly({ result, partial }: Result): boolean {
  return partial.length > 0 && (result === 'conformant' || result === 'conformant-with-warnings');
}

type Result = Pick<Statement, 'result' | 'partial'>;

/** The result for a reader, such as `conformant (partial: only refund)`. */
export function resultWords({ result, partial }: Result): string {
  return isPartly({ result, partial }) ? `${result} (partial: ${partial.join('; ')})` : result;
}

/** The text for a fact that is not stated. */
export const notStated = 'not stated';

/** The certificate number: the first 16 digits of the evidence digest, in groups of four. */
export function certificateNumber({ evidenceSha256 }: Pick<Statement, 'evidenceSha256'>): string {
  if (evidenceSha256 === undefined) return 'none';
  return (evidenceSha256.slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join('-');
}

/** The headline of a result, marked as partial if the caller left something out. */
export function verdictWords(statement: Result): string {
  return `${results[statement.result].headline}${isPartly(statement) ? ' (partial)' : ''}`;
}
