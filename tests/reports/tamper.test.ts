import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { writeDigest } from '../../reports/digest.ts';
import { signFolder } from '../../reports/signing/envelope.ts';
import { checkFiles } from '../../reports/verify/files.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { keyPair } from './signing/keys.ts';

const genuine = writeEvidenceFolder();
// Two thousand bytes of each file tell as much about its digest as the whole.
const small = `${genuine}-small`;
cpSync(genuine, small, { recursive: true });
for (const name of readdirSync(small))
  truncateSync(join(small, name), Math.min(2_000, statSync(join(small, name)).size));
writeDigest(small);
const signed = `${genuine}-signed`;
const dir = `${genuine}-tampered`;
afterAll(() => {
  for (const folder of [genuine, small, signed]) rmSync(folder, { recursive: true });
});

const names = readdirSync(genuine).sort();
const place = (name: string) => join(dir, name);

/** One change of a folder; `at` and `value` are any numbers. */
type Tampering = (name: string, at: number, value: number) => void;

const linesOf = (name: string) => readFileSync(place(name), 'utf8').split('\n');

const tamperings: Readonly<Record<string, Tampering>> = {
  'a bit is turned': (name, at, value) => {
    const bytes = readFileSync(place(name));
    bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (value % 8));
    writeFileSync(place(name), bytes);
  },
  'a byte is added': (name, _, value) => appendFileSync(place(name), Buffer.from([value % 256])),
  'the end is cut off': (name, at) => {
    const bytes = readFileSync(place(name));
    writeFileSync(place(name), bytes.subarray(0, at % bytes.length));
  },
  'a file is removed': (name) => rmSync(place(name)),
  'a file is renamed': (name) => renameSync(place(name), place(`${name}.old`)),
  'a file is copied': (name, at) => cpSync(place(name), place(`copy-${at}`)),
  'a folder with a file is added': (_, at) => {
    mkdirSync(place(`folder-${at}`));
    writeFileSync(place(`folder-${at}/file`), '');
  },
  'a file of the runner is added': (_, at) => {
    mkdirSync(place('runner'));
    writeFileSync(place(`runner/${at}.json`), '{}');
  },
  'two lines change places': (name, at) => {
    const lines = linesOf(name);
    const one = at % Math.max(1, lines.length - 2);
    [lines[one], lines[one + 1]] = [lines[one + 1] ?? '', lines[one] ?? ''];
    writeFileSync(place(name), lines.join('\n'));
  },
  'a line is doubled': (name, at) => {
    const lines = linesOf(name);
    const one = at % Math.max(1, lines.length - 1);
    lines.splice(one, 0, lines[one] ?? '');
    writeFileSync(place(name), lines.join('\n'));
  },
};

const tampering = fc.record({
  what: fc.constantFrom(...Object.keys(tamperings)),
  name: fc.constantFrom(...names),
  at: fc.nat(5_000_000),
  value: fc.nat(255),
});

const textOf = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return `${name}\n${statSync(file).isFile() ? readFileSync(file, 'base64') : ''}`;
    })
    .join('\n');
interface Tampered {
  readonly what: string;
  readonly name: string;
  readonly at: number;
  readonly value: number;
}

/** Changes a copy of a folder. */
function changesOf(folder: string): (one: Tampered) => boolean {
  const before = textOf(folder);
  return ({ what, name, at, value }) => {
    cpSync(folder, dir, { recursive: true });
    tamperings[what]?.(name, at, value);
    // Two equal lines that change places are no change.
    return textOf(dir) !== before;
  };
}

test('every single change of a folder is noticed by its digest', () => {
  const tampered = changesOf(small);
  fc.assert(
    fc.property(tampering, (one) => {
      try {
        fc.pre(tampered(one));
        expect(checkFiles(dir).problems).not.toEqual([]);
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('a changed file of the run is noticed with the digest made anew', () => {
  const tampered = changesOf(genuine);
  const inFiles = tampering.filter(({ what, name }) => !/added|copied/.test(what) && name !== 'SHA256SUMS');
  fc.assert(
    fc.property(inFiles, (one) => {
      try {
        fc.pre(tampered(one));
        writeDigest(dir);
        expect(verifyEvidence(dir).problems).not.toEqual([]);
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    }),
    { seed: 7, numRuns: 25 },
  );
});

test('every single change of a signed folder is noticed, with a new digest too', () => {
  const key = keyPair();
  cpSync(genuine, signed, { recursive: true });
  signFolder(signed, key.secret);
  const tampered = changesOf(signed);
  const before = textOf(signed);
  const inAny = tampering.chain((one) =>
    fc.constantFrom(...names, 'conformance.dsse.json').map((name) => ({ ...one, name })),
  );
  fc.assert(
    fc.property(inAny, (one) => {
      try {
        fc.pre(tampered(one));
        writeDigest(dir);
        fc.pre(textOf(dir) !== before);
        expect(checkFiles(dir, [key.open]).problems).not.toEqual([]);
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    }),
    { seed: 7, numRuns: 100 },
  );
});
