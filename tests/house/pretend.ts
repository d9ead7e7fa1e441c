/** A change of one file: text put before or after the first place that holds another one, or a new file. */
export interface Touch {
  readonly file: string;
  readonly before?: string;
  readonly after?: string;
  readonly text: string;
}

const type = '2.13/clearing_days/integer';
const limit = '2.13/clearing_days/at-most-30';

// The register is sorted by section.
const clauseRow = (id: string, statement: string): Touch => ({
  file: 'schemas/clauses.json',
  before: '  {\n    "id": "2.13/fee_amount/integer",',
  text: `  {
    "id": "${id}",
    "statement": "${statement}",
    "evidence": "stated",
    "obliged": "service",
    "operations": ["payout"]
  },
`,
});

/** A pretend field of the payments of Use D C, written down as CONTRIBUTING.md says. */
export const pretendRequestField: readonly Touch[] = [
  {
    file: 'schemas/messages/payment-order.schema.json',
    before: '        "open3d": {',
    text: `        "membership_number": {
          "$ref": "fields.schema.json#/$defs/identifier",
          "clause": "2.2/membership_number/string"
        },
`,
  },
  { file: 'tests/schemas/documented-members.ts', after: 'DC: `', text: 'membership_number ' },
];

/** A pretend field of the payout answer, written down as CONTRIBUTING.md says. */
export const pretendField: readonly Touch[] = [
  {
    file: 'schemas/messages/payout.answer.schema.json',
    after: '"failure_type": "7.5/failure_type/present"\n    }\n  },\n  "properties": {',
    text: `\n    "clearing_days": { "$ref": "fields.schema.json#/$defs/integer", "examples": [2], "clause": "${type}" },`,
  },
  {
    file: 'schemas/messages/payout.answer.schema.json',
    after: '"fee_amount",',
    text: '\n        "clearing_days",',
  },
  clauseRow(type, 'clearing_days is an integer'),
  {
    file: 'tests/schemas/corpus/answers.ts',
    after: "    fee_currency: 'EUR',",
    text: '\n    clearing_days: 2,',
  },
  {
    file: 'tests/schemas/compared-fields.ts',
    before: "    ...fields(['payer_id'",
    text: "    clearing_days: alone('how long it takes is not sent'),\n",
  },
];

/** A pretend rule over that field. */
export const pretendRule: readonly Touch[] = [
  clauseRow(limit, 'clearing_days is at most 30'),
  {
    file: 'schemas/rules/clearing-days.ts',
    text: `import { say, sayValue } from '../findings/say.ts';
import type { Rule } from './rule.ts';

const limit = '${limit}';

/** 2.13: a payout is cleared within 30 days. */
export const clearingDays: Rule = {
  name: 'clearing-days',
  clauses: [limit],
  operations: ['payout'],
  looksAt: 'answer',
  check({ answer }, recorder) {
    const { clearing_days: days } = answer;
    if (typeof days !== 'number') return;
    if (days <= 30) recorder.holds(limit);
    else
      recorder.breaks(limit, {
        kind: 'value',
        path: 'clearing_days',
        expected: say('at-most', [], 30),
        received: sayValue(days),
      });
  },
};
`,
  },
  {
    file: 'schemas/rules/registry.ts',
    after: "import { cardDigits, wholeCard } from './cards.ts';",
    text: "\nimport { clearingDays } from './clearing-days.ts';",
  },
  {
    file: 'schemas/rules/registry.ts',
    after: '\n  cards: [wholeCard, cardDigits],',
    text: "\n  'clearing-days': [clearingDays],",
  },
  {
    file: 'tests/schemas/corpus/deviations-rules.ts',
    after: 'ruleDeviations: readonly Deviation[] = [',
    text: `\n  differing('${limit}', 'payout', ['clearing_days'], 31),`,
  },
];

/** A pretend fault that breaks that rule. */
export const pretendFault: readonly Touch[] = [
  {
    file: 'mock/faults/payout.ts',
    after: 'payoutFaults: readonly Fault[] = [\n  ...planted({',
    text: `
  'payout-clearing-31-days': {
    clause: '${limit}',
    operation,
    description: 'clearing_days is 31',
    change: onAnswer(operation, (value) => ({ ...value, clearing_days: 31 })),
  },`,
  },
];
