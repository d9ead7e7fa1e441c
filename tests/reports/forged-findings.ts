import type { Statement } from '../../reports/statement/format.ts';
import { sayValue } from '../../schemas/findings/say.ts';
import type { Change } from './forging.ts';

/** What a forger says of findings, observations and gaps instead of what the evidence gives. */
export const forgedFindings: readonly Change<Statement>[] = [
  ['no findings', (of) => void Object.assign(of, { findings: [], findingGroups: [] })],
  ['a finding less', (of) => void of.findings.pop()],
  [
    'another value received',
    (of) => {
      (of.findings[0] ?? { received: '' }).received = '"12.34"';
    },
  ],
  [
    'another curl',
    (of) => {
      (of.findings[0] ?? { curl: '' }).curl = 'curl https://elsewhere.example';
    },
  ],
  [
    'fewer times of a cause',
    (of) => {
      (of.findingGroups[0] ?? { count: 0 }).count = 99;
    },
  ],
  [
    'no observations',
    (of) => {
      of.observations = [];
    },
  ],
  [
    'an observation more',
    (of) =>
      void of.observations.push({
        clause: '1.4/content-type',
        operation: 'payout',
        fingerprint: 'json',
        detail: 'json',
        exchanges: 1,
      }),
  ],
  [
    'nothing skipped',
    (of) => {
      of.skipped = [];
    },
  ],
  [
    'an invented deviation',
    (of) =>
      void of.deviations.push({
        id: 'known',
        clause: '2.9/amount/decimal',
        operation: 'refund',
        reason: 'agreed',
        owner: 'us',
        expires: '2030-01-01',
        state: 'met',
        findings: 1,
      }),
  ],
  [
    'no gaps of the document',
    (of) => {
      of.notTestable = [];
    },
  ],
  [
    'no conflicts of the document',
    (of) => {
      of.documentIssues = [];
    },
  ],
  [
    'evidence that was not whole',
    (of) =>
      void of.evidenceProblems.push({ file: 'exchanges.ndjson.gz', problem: 'line 3 is not valid JSON' }),
  ],
  [
    'another value received, as a value',
    (of) => {
      const [finding] = of.findings;
      if (finding?.values !== undefined) Object.assign(finding.values, { received: sayValue('12.34') });
    },
  ],
  [
    'another kind of deviation',
    (of) => {
      (of.findings[0] ?? { kind: '' }).kind = 'extra';
    },
  ],
];
