import type { EvidenceExchange, EvidenceNote } from '../../reports/evidence/lines.ts';
import { redactExchange } from '../../reports/redact.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { buildStatement, type StatementInput } from '../../reports/statement.ts';
import type { Clause } from '../../schemas/types.ts';
import { judged, type Parts } from './hand-made.ts';

function clause(id: string, parts: Partial<Clause> = {}): Clause {
  const section = id.split('/')[0] ?? '';
  return {
    id,
    section,
    statement: `About ${id}`,
    evidence: 'stated',
    obliged: 'service',
    operations: ['refund'],
    ...parts,
  };
}

/** A register with one clause of every kind. */
export const smallRegister: readonly Clause[] = [
  clause('1.3/return_status/present', { operations: ['refund', 'capture'] }),
  clause('2.9/amount/decimal'),
  clause('2.9/amount/two-digits', { evidence: 'sampled' }),
  clause('2.9/refund_amount/request', { obliged: 'caller' }),
  clause('2.8/theForm/automatic-post', { operations: ['redirect-payment'], needsBrowser: true }),
  clause('7.8/error-body', { evidence: 'silent', gap: { observed: 'the form of a refusal' } }),
  clause('5.1/encryption_data/echo', {
    evidence: 'conflicting',
    conflict: { id: 'C-02', readings: ['with', 'without'] },
  }),
  clause('1.5/portal', {
    evidence: 'silent',
    operations: [],
    gap: { unobservable: 'it is outside the interface' },
  }),
  clause('1/versions', { operations: [] }),
];

/** Clauses that a plain refund exercises. */
export const exercised = [
  '1.3/return_status/present',
  '2.9/amount/decimal',
  '2.9/amount/two-digits',
  '2.9/refund_amount/request',
  '5.1/encryption_data/echo',
];

export function evidenceOf(...all: readonly Parts[]): EvidenceExchange[] {
  return all.map((parts) =>
    redactExchange(judged({ ...parts, judgement: { exercised, ...parts.judgement } })),
  );
}

/** A statement over hand-made exchanges; only refund is selected unless said otherwise. */
export function statementOf(
  exchanges: readonly EvidenceExchange[] = evidenceOf({}),
  parts: Partial<StatementInput> = {},
  notes: readonly EvidenceNote[] = [],
): Statement {
  return buildStatement({
    suite: { version: '1.0.0', commit: 'abcdef0123456789', contractSha256: 'c'.repeat(64) },
    target: { name: 'Sandbox', environment: 'sandbox', baseUrl: 'https://sandbox.example' },
    profile: 'ci',
    seed: 7,
    runsPerProperty: 100,
    startedAt: '2026-01-31T12:00:00.000Z',
    endedAt: '2026-01-31T12:01:00.000Z',
    capabilities: { payout: false },
    selected: ['refund'],
    evidence: { exchanges, notes, problems: [] },
    acrossRun: { findings: [], exercised: ['1/versions'], observations: [] },
    clauses: smallRegister,
    again: (exchange) => `SEED=7 npx playwright test -g ${exchange}`,
    ...parts,
  });
}
