import { expect, test } from 'vitest';
import { endWords, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile, hostileKinds, hostiles } from '../../mock/hostile/proven/registry.ts';
import { quietWays, sideWays } from '../specs/side-ways.ts';

const row = ({ name, does, operation, expects }: Hostile) => {
  const fails = expects.fails === undefined ? '' : `, \`${expects.fails}\` fails`;
  const end = endWords[expects.end].replace(', perhaps with warnings', '');
  return `| \`${name}\` | ${operation} | ${does} | ${end}${fails} |`;
};

/** The page about the hostile services, written from their data. */
const page = (): string =>
  [
    '# Hostile services',
    '',
    `${hostiles.length} services that lie, hide, leak or attack. Most are the embedded endpoint with one hostile change, so that they pass as`,
    'honest until it shows. Serve one; the command prints how to run against it, with a target file of its own:',
    '',
    '    npx payment-acquiring-conformance mock --hostile leaks-plainly --port 8080',
    '',
    '`npx payment-acquiring-conformance prove --hostile "leaks-*"` makes a short run against each (its opening, three more requests of the named',
    "operation, every report but Allure's) and compares the result with the last column; *conformant (0)* may have warnings. In every case, too:",
    '',
    '- no file of the run holds the key, the credential or a card in any of eight writings, packed parts unpacked, and none holds',
    '  what a terminal, a job log or a browser would obey;',
    '- `verify` finds that the evidence holds;',
    `- no more than ${Math.max(...hostiles.map(({ expects }) => expects.most))} requests are sent, and none to an address that the service only points at;`,
    '- the process grows by less than 512 MB, and nothing is left in the folder for temporary files.',
    '',
    'This page is written from the code (`npx vitest run tests/mock/hostile-page.test.ts -u`).',
    ...Object.entries(hostileKinds).flatMap(([kind, { about, services }]) => [
      '',
      `## ${kind[0]?.toUpperCase()}${kind.slice(1)}`,
      '',
      about,
      '',
      '| name | operation | what it does | what must come out (exit status) |',
      '| --- | --- | --- | --- |',
      ...services.map(row),
    ]),
    '',
    '## Pages in the sealed browser',
    '',
    'A page of the service is opened in a browser that lets nothing out (`tests/specs/sealed-browser.test.ts`). Listeners on TCP and UDP',
    'hear nothing of a page that tries each of these ways, and hear each of them from the same browser without the seal:',
    `${Object.keys(sideWays).join(', ')}.`,
    '',
    'By these the browser lets nothing out even without the seal:',
    `${Object.keys(quietWays).join(', ')}.`,
    '',
  ].join('\n');

test('the page about hostile services is current', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/hostile.md');
});

test('a hostile service is found by its name', () => {
  expect(hostiles.map(({ name }) => findHostile(name))).toEqual(hostiles);
  expect(findHostile('nobody')).toBeUndefined();
});
