import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clauses } from '../../cli/investigate/clauses.ts';
import { faults } from '../../mock/faults/registry.ts';
import { whereChecked } from '../../schemas/checks.ts';
import { hasClause, clauses as register } from '../../schemas/clauses.ts';
import { rules } from '../../schemas/rules/registry.ts';
import type { Rule } from '../../schemas/rules/rule.ts';
import { runRules } from '../../schemas/rules/run/registry.ts';
import { packageRoot } from '../../targets/suite-version.ts';
import { sourceFiles } from '../house/source-files.ts';
import { runCommand } from './command.ts';
import { checksWithoutClause, uncheckedClauses } from './two-way.ts';

const checked = whereChecked();
const specs = sourceFiles('specs');
const specText = specs.map(({ text }) => text).join('\n');
// Notifications come outside of exchanges: their listener notes them by name.
const isLookedAt = (id: string) => checked.has(id) || specText.includes(`'${id}'`);

describe('register and checks', () => {
  test('leave no clause without a check', () => {
    expect(uncheckedClauses(register, isLookedAt)).toEqual([]);
  });

  test('leave no check without a clause', () => {
    expect(checked.size).toBeGreaterThan(500);
    expect(checksWithoutClause(checked.keys(), register)).toEqual([]);
  });

  test('are red for a clause that nothing checks', () => {
    const [first] = register;
    const added = first === undefined ? [] : [{ ...first, id: '9/added' }];
    expect(uncheckedClauses([...register, ...added], isLookedAt)).toEqual(['9/added']);
    expect(uncheckedClauses(register, (id) => isLookedAt(id) && id !== '2.9/amount/decimal')).toEqual([
      '2.9/amount/decimal',
    ]);
  });

  test('are red for a check whose clause is gone', () => {
    const shorter = register.filter(({ id }) => id !== '2.9/amount/decimal');
    expect(checksWithoutClause(checked.keys(), shorter)).toEqual(['2.9/amount/decimal']);
  });
});

describe('specs', () => {
  test('name clauses that exist', () => {
    const named = [...specText.matchAll(/'(\d+(?:\.\d+)?\/[a-z_][\w/-]*)'/gi)].map(([, id = '']) => id);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((id) => !hasClause(id))).toEqual([]);
  });

  test('meet the operation of every planted fault', () => {
    const isMet = (operation: string) =>
      specs.some(
        ({ path, text }) =>
          path.endsWith('.spec.ts') &&
          new RegExp(`\\b(?:about|describe\\w*)\\(\\s*'${operation}'`).test(text),
      );
    const operations = [...new Set(faults.map(({ operation }) => operation))];
    expect(operations.length).toBe(11);
    expect(operations.filter((operation) => !isMet(operation))).toEqual([]);
    expect(isMet('charge-back')).toBe(false);
  });

  test('open a browser where a fault needs one', () => {
    const wanting = faults.filter(({ needs }) => needs === 'browser').map(({ operation }) => operation);
    expect(new Set(wanting)).toEqual(new Set(['redirect-payment']));
    expect(specText).toMatch(/about\('redirect-payment',[^\n]*\n\s*async \(\{[^}]*\bvisit\b/);
  });
});

describe('conformance clauses', () => {
  test('lists a section with evidence and where each clause is checked', async () => {
    const { status, lines } = await runCommand(clauses, ['clauses', '2.9']);
    expect(status).toBe(0);
    expect(lines.join('\n')).toMatch(/2\.9\/refund_reference_id\/shape.* stated {2}\(service\)/);
    expect(lines.join('\n')).toMatch(
      /checked in: schemas\/messages\/refund\.answer\.schema\.json#\/properties\//,
    );
    expect(lines.at(-1)).toMatch(/^\d+ clauses$/);
  });

  test('prints rows as JSON, one kind of evidence only', async () => {
    const { lines } = await runCommand(clauses, ['clauses', '8', '--evidence', 'implied', '--json']);
    const rows = JSON.parse(lines.join('\n')) as { section: string; evidence: string }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ section, evidence }) => `${section} ${evidence}`))).toEqual(
      new Set(['8 implied']),
    );
  });

  test.each(['certain', 'Stated', ''])('names the kinds of evidence where "%s" is none', async (kind) => {
    await expect(runCommand(clauses, ['clauses', '8', '--evidence', kind])).rejects.toThrow(
      '--evidence must be one of stated, sampled, implied, silent, conflicting',
    );
  });

  test.each([
    ['4.4', '8/query/answer-limit'],
    ['1.2', '2.13/amount_payer_pays/integer'],
    ['refund_reference_id', '2.9/refund_reference_id/shape'],
    ['capture', '8/capture/at-limit'],
    ['automatic-post', '2.8/theForm/automatic-post'],
    ['masked', '2.6/card/masked-everywhere'],
  ])('finds by %s the clause %s', async (term, id) => {
    const { lines } = await runCommand(clauses, ['clauses', term, '--json']);
    const rows = JSON.parse(lines.join('\n')) as { id: string; checkedBy: string[]; faults: string[] }[];
    const row = rows.find((one) => one.id === id);
    expect(row?.checkedBy.length).toBeGreaterThan(0);
    expect(row?.faults.length).toBeGreaterThan(0);
  });

  test('names files that exist', () => {
    const files = new Set([...checked.values()].flat().map((place) => place.split('#')[0] ?? ''));
    expect([...files].filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
  });

  test('names the file that holds a rule', () => {
    const holds = ({ name, clauses: [clause = ''] }: Pick<Rule, 'name' | 'clauses'>) =>
      (checked.get(clause) ?? []).some(
        (file) =>
          file.endsWith('.ts') && readFileSync(join(packageRoot, file), 'utf8').includes(`name: '${name}'`),
      );
    expect([...rules, ...runRules].filter((rule) => !holds(rule)).map(({ name }) => name)).toEqual([]);
  });

  test('prints the interface as an OpenAPI document', async () => {
    const { status, lines } = await runCommand(clauses, ['clauses', '--openapi']);
    expect(status).toBe(0);
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ openapi: '3.1.0' });
    await expect(runCommand(clauses, ['clauses', '--openapi', '--json'])).rejects.toThrow(
      '--json has no effect on the OpenAPI document: leave it out.',
    );
    await expect(runCommand(clauses, ['clauses', '2.9', '--openapi'])).rejects.toThrow('leave the term out');
  });

  test('ends as wrong use when no clause is found', async () => {
    expect(await runCommand(clauses, ['clauses', '77'])).toMatchObject({ status: 2 });
  });

  test('names the clause that a misspelt id is nearest to', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    await runCommand(clauses, ['clauses', '2.9/refund_reference_idd']);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('Did you mean "2.9/refund_reference_id'));
  });
});
