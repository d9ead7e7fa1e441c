import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { renderCodeQuality } from '../../reports/ci/code-scanning.ts';
import { sayValue } from '../../schemas/findings/say.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

// GitLab's "Code Quality report format": these members are required, and nothing else is read.
const format = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{32,}$' },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^[^./][^#]*$' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};

const mixed = [
  finding({ received: sayValue(1) }),
  finding({ received: sayValue(2), path: 'refund_orders[1].amount' }),
  finding({ clause: '2.9/amount/two-digits', verdict: 'warn', received: sayValue('::error::\n\u0007') }),
  finding({ clause: '1.3/return_status/present', verdict: 'inconclusive' }),
];
const entriesOf = (text: string) =>
  JSON.parse(text) as { severity: string; fingerprint: string; check_name: string; description: string }[];
const statement = statementOf(evidenceOf({ judgement: { findings: mixed } }));

test('is what GitLab reads, one entry for each cause', () => {
  const entries = entriesOf(renderCodeQuality(statement));
  const validate = new Ajv({ strict: false }).compile(format);
  expect(validate(entries), JSON.stringify(validate.errors)).toBe(true);
  expect(entries.map(({ check_name, severity }) => [check_name, severity])).toEqual([
    ['2.9/amount/decimal', 'critical'],
    ['1.3/return_status/present', 'info'],
    ['2.9/amount/two-digits', 'minor'],
  ]);
  expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  expect(entries[0]?.description).toContain('exchanges.html#000000000a');
});

test('a cause keeps its fingerprint when another value or number of findings shows it', () => {
  const again = statementOf(evidenceOf({ judgement: { findings: [finding({ received: sayValue(3) })] } }));
  const [one] = entriesOf(renderCodeQuality(again));
  expect(one?.fingerprint).toBe(entriesOf(renderCodeQuality(statement))[0]?.fingerprint);
});

test('nothing of it is obeyed by a CI system that prints it', () => {
  for (const sign of ['::error', '\u0007']) expect(renderCodeQuality(statement)).not.toContain(sign);
});

test('a run without findings is an empty list', () => {
  expect(entriesOf(renderCodeQuality(statementOf()))).toEqual([]);
});
