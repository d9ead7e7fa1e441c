import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderSarif } from '../../reports/ci/code-scanning.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { sayValue } from '../../schemas/findings/say.ts';
import { finding, knownDeviation } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
    }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly suppressions?: readonly { readonly justification: string }[];
      readonly properties: { readonly exchange: string };
    }[];
  }[];
}

const schema = JSON.parse(readFileSync(new URL('sarif.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function runOf(statement: Statement): Log['runs'][number] {
  const text = renderSarif(statement);
  const log = JSON.parse(text) as Log;
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  const [run] = log.runs;
  if (run === undefined) throw new Error('it has no run');
  return run;
}

const failing = evidenceOf({
  judgement: {
    findings: [
      finding({ received: sayValue('::error::\u001b') }),
      finding({ clause: '2.9/amount/two-digits', verdict: 'warn' }),
      finding({ clause: '1.3/return_status/present', verdict: 'inconclusive' }),
    ],
  },
});

test('has a rule for each clause and a result for each cause', () => {
  const { tool, results } = runOf(statementOf(failing));
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['2.9/amount/decimal', 'error'],
    ['1.3/return_status/present', 'note'],
    ['2.9/amount/two-digits', 'warning'],
  ]);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  expect(results[0]?.properties.exchange).toBe('000000000a');
  for (const sign of ['::error', '\u001b']) expect(renderSarif(statementOf(failing))).not.toContain(sign);
});

test('a known deviation is suppressed with its name', () => {
  const [first] = runOf(statementOf(failing, { deviations: [knownDeviation] })).results;
  expect(first?.suppressions?.[0]?.justification).toBe('known deviation D-1');
});

test('a run that could not do what it meant to is no successful invocation', () => {
  const [open] = runOf(
    statementOf(evidenceOf({}), { interruptions: ['the run was interrupted'] }),
  ).invocations;
  expect(open?.executionSuccessful).toBe(false);
  expect(open?.toolExecutionNotifications.map(({ message }) => message.text)).toContain(
    'the run was interrupted',
  );
  expect(runOf(statementOf()).invocations[0]?.executionSuccessful).toBe(true);
});

test('every rule has a description and a help text, known or not', () => {
  const unknown = evidenceOf({ judgement: { findings: [finding(), finding({ clause: '9.9/gone' })] } });
  for (const statement of [statementOf(failing), statementOf(unknown)])
    for (const rule of JSON.parse(renderSarif(statement)).runs[0].tool.driver.rules)
      expect(rule).toMatchObject({
        shortDescription: { text: expect.stringMatching(/.{10}/) },
        fullDescription: { text: expect.stringMatching(/[.]$/) },
        help: { text: expect.stringContaining(rule.id) },
      });
});
