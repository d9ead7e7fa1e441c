import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { init } from '../../cli/init.ts';
import { commandLineFor } from '../../cli/main.ts';
import { subcommands } from '../../cli/subcommands.ts';
import { renderCertificate } from '../../reports/certificate.ts';
import { testCommand, testMark } from '../../reports/exports/repeat.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import { commandLine, commandStart } from '../../schemas/command-line.ts';
import { rooms, root, sourceFiles } from '../house/source-files.ts';
import { finding } from '../reports/hand-made.ts';
import { evidenceOf, statementOf } from '../reports/small-register.ts';
import { emptyFolder, runCommand } from './command.ts';
import { commandBreach, commandsIn, pageText } from './printed-commands.ts';

async function breachesIn(text: string): Promise<readonly string[]> {
  const breaches = await Promise.all(commandsIn(text).map(commandBreach));
  return breaches.filter((one) => one !== undefined);
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((path) => join('docs', String(path))),
  ...readdirSync(join(root, '.github'), { recursive: true }).map((path) => join('.github', String(path))),
].filter((path) => /\.(md|yml)$/.test(path));

describe('documents', () => {
  test.each(documents)('%s prints commands that exist', async (path) => {
    expect(await breachesIn(read(path))).toEqual([]);
  });

  test.each(documents)('%s names scripts, tools and pages that exist', (path) => {
    const text = read(path);
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/\bnpm (?:run ([a-z][\w-]*)|(start|test)\b)/g)].map(
      ([, one, two]) => one ?? two,
    );
    expect(named.filter((name) => scripts[name ?? ''] === undefined)).toEqual([]);
    const files = [
      ...text.matchAll(/\bnode ((?:tools|cli)\/[\w/.-]+\.mjs)|\]\((?!https?:|#)([^)#\s]+)/g),
    ].map(([, tool, link = '']) => tool ?? join(path, '..', link));
    expect(files.filter((file) => !existsInRoot(file))).toEqual([]);
  });
});

function existsInRoot(file: string): boolean {
  try {
    return readdirSync(join(root, file, '..')).includes(file.split('/').filter(Boolean).at(-1) ?? '');
  } catch {
    return false;
  }
}

test.each(Object.entries(subcommands))('the help of %s prints commands that exist', async (name) => {
  let help = '';
  const program = await commandLineFor([name], () => {});
  const command = program.commands.find((one) => one.name() === name);
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  expect(commandsIn(help).length).toBeGreaterThan(0);
  expect(await breachesIn(help)).toEqual([]);
});

describe('how a finding is met again', () => {
  const again = testCommand({ seed: 7 }).replace(testMark, () => "refund.spec.ts -g 'a refund'");
  const statement = statementOf(evidenceOf({ judgement: { findings: [finding()] } }), { again: () => again });

  test.each([
    ['statement', () => statement.findings.map((one) => one.again).join('\n')],
    ['terminal', () => renderSummary(statement, { out: '/out', from: '/' }).join('\n')],
    ['certificate', () => pageText(renderCertificate(statement))],
  ])('is said in the %s', (_name, render) => {
    expect(render()).toContain(again);
  });
});

test('init goes on with the file that it wrote, whatever it is called', async () => {
  const file = join(emptyFolder(), 'my targets', 'a.json');
  const given = ['--base-url', 'https://pay.example', '--merchant', 'M1', '--account', 'A1'];
  const text = (await runCommand(init, ['init', file, ...given])).lines.join('\n');
  expect(commandsIn(text)).toEqual([]);
  expect(text).toMatch(/^ *TARGET='[^']*my targets\/a\.json' npx playwright test --project=preflight$/m);
});

test.each([
  'verify results/run --key laboratory.pub.pem --key body.pub.pem',
  'mock --merchant M1:A1 --merchant M2:A2',
])('%s may be typed: its option is given twice', async (words) => {
  expect(await breachesIn(commandLine(...words.split(' ')))).toEqual([]);
});

test('no source file writes how a command begins but one', () => {
  const files = rooms.filter((room) => room !== 'tests').flatMap(sourceFiles);
  const others = files.filter(
    ({ path, text }) => path !== 'schemas/command-line.ts' && /\bnpx [a-z-]*conformance\b/.test(text),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

test('the package has a command of its own name', () => {
  const { name, bin } = JSON.parse(read('package.json'));
  expect(commandStart).toBe(`npx ${name}`);
  expect(existsInRoot(bin[name])).toBe(true);
});

test.each([
  ['npx payment-acquiring-conformance plaan', 'there is no command "plaan"'],
  ['npx payment-acquiring-conformance explore --tagret x', "unknown option '--tagret'"],
  ['npx payment-acquiring-conformance verify', "missing required argument 'folder'"],
  ['npx payment-acquiring-conformance explore --target sandbox.json', 'no such target file: sandbox.json'],
  ['npx payment-acquiring-conformance diff a b --only x', "unknown option '--only'"],
  ['npx payment-acquiring-conformance verify 7f3a.', 'a sentence is glued to it'],
])('%j is told', async (line, what) => {
  expect(await breachesIn(line)).toEqual([expect.stringContaining(what)]);
});
