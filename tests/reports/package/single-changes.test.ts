import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { digestOf, digestText, readDigestText } from '../../../reports/digest.ts';
import { digestsOf, packageBytes, packageIn } from '../../../reports/package/sealed-package.ts';
import { checkContainer, verifyPackageBytes } from '../../../reports/package/verify-package.ts';
import { PackageError } from '../../../reports/package/zip.ts';
import { addSignature, type Seal } from '../../../reports/signing/seal.ts';
import { exchangesOfAllKinds, writeEvidenceFolder } from '../evidence-folder.ts';
import { forgeEvidence, forgeStatement } from '../forging.ts';
import { keyPair } from '../signing/keys.ts';
import { packageOf, signedPackage } from './package-of.ts';

const [laboratory, stranger] = [keyPair(), keyPair()];
const few = exchangesOfAllKinds.slice(0, 4);
const genuine = signedPackage(laboratory.secret, few);
const other = packageIn(signedPackage(laboratory.secret, few.slice(1)));
const { entries, digest } = packageIn(genuine);
const names = [...entries.keys()].filter((name) => name !== 'package.sha256.json');
const digestName = 'evidence/evidence.sha256.json';

interface Draw {
  readonly name: string;
  readonly at: number;
  readonly value: number;
}
type Files = Map<string, Uint8Array>;

const bytesOf = (value: string) => new Uint8Array(Buffer.from(value));
const { signature } = digest;
const seal: Seal = signature === undefined ? {} : { signature };

function turned(bytes: Uint8Array, { at, value }: Draw): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ (1 << (value % 8));
  return copy;
}

/** Makes the digests of a changed package anew, the old signatures kept: what somebody without the key can do. */
function anew(files: Files): Uint8Array {
  const inside = new Map(
    [...files].flatMap(([path, content]) => (path.startsWith('evidence/') ? [[path.slice(9), content]] : [])),
  );
  const before = readDigestText(Buffer.from(files.get(digestName) ?? []).toString('utf8'));
  const old =
    typeof before !== 'string' && before.signature !== undefined ? { signature: before.signature } : {};
  inside.delete('evidence.sha256.json');
  files.set(digestName, bytesOf(digestText({ ...digestOf(digestsOf(inside)), ...old })));
  return packageBytes(files, { ...digestOf(digestsOf(files)), ...seal });
}

const changedFile =
  (change: (files: Files, draw: Draw) => void, digests = true) =>
  (draw: Draw) => {
    const files: Files = new Map(entries);
    files.delete('package.sha256.json');
    change(files, draw);
    return digests ? anew(files) : packageBytes(files, digest);
  };

const lineChange = (change: (lines: string[], at: number) => void) =>
  changedFile((files, { at }) => {
    const path = 'evidence/exchanges.ndjson';
    const lines = Buffer.from(files.get(path) ?? [])
      .toString('utf8')
      .split('\n');
    change(lines, 1 + (at % (lines.length - 3)));
    files.set(path, bytesOf(lines.join('\n')));
  });

/** A package whose evidence or statement was changed with every report of it made anew, the package signed by nobody. */
function rewritten(forge: (dir: string) => void): Uint8Array {
  const dir = writeEvidenceFolder(few);
  try {
    forge(dir);
    return packageOf(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const forged = [
  rewritten((dir) => forgeEvidence(dir, ({ exchanges }) => void exchanges.pop())),
  rewritten((dir) => forgeEvidence(dir, ({ exchanges }) => void exchanges.reverse())),
  rewritten((dir) =>
    forgeStatement(dir, (statement) => void Object.assign(statement, { result: 'conformant' })),
  ),
  rewritten(() => {}),
].map((bytes) => packageIn(bytes));

const changes: Readonly<Record<string, (draw: Draw) => Uint8Array>> = {
  'a bit of the file is turned': (draw) => turned(genuine, draw),
  'a bit of the last part of the file is turned': ({ at, value }) =>
    turned(genuine, { name: '', at: genuine.length - 1 - (at % 900), value }),
  'the file is cut short': ({ at }) => genuine.subarray(0, at % genuine.length),
  'bytes are put into the file': ({ at, value }) => {
    const place = at % (genuine.length + 1);
    return new Uint8Array(
      Buffer.concat([genuine.subarray(0, place), Buffer.from([value]), genuine.subarray(place)]),
    );
  },
  'a bit of one entry is turned': changedFile((files, draw) => {
    files.set(draw.name, turned(files.get(draw.name) ?? new Uint8Array([0]), draw));
  }, false),
  'a bit of one entry is turned, digests anew': changedFile((files, draw) => {
    files.set(draw.name, turned(files.get(draw.name) ?? new Uint8Array([0]), draw));
  }),
  'an entry is gone': changedFile((files, { name }) => void files.delete(name), false),
  'an entry is gone, digests anew': changedFile((files, { name }) => void files.delete(name)),
  'an entry has another name': changedFile((files, { name, at }) => {
    files.set(`${name}.${at}`, files.get(name) ?? new Uint8Array());
    files.delete(name);
  }),
  'an entry is added': changedFile((files, { at }) => void files.set(`evidence/x${at}`, bytesOf('x'))),
  'two entries change places': changedFile((files, { name, at }) => {
    const second = names.filter((one) => one !== name)[at % (names.length - 1)] ?? '';
    const [one, two] = [files.get(name), files.get(second)];
    files.set(name, two ?? new Uint8Array());
    files.set(second, one ?? new Uint8Array());
  }),
  'entries stand in another order': ({ at }) => {
    const sorted = [...entries].sort(([one], [two]) => (one < two ? -1 : 1));
    const cut = 1 + (at % (sorted.length - 1));
    const moved = [...sorted.slice(cut), ...sorted.slice(0, cut)];
    return zipSync(Object.fromEntries(moved), { mtime: new Date(1980, 0, 1) });
  },
  'two lines of evidence change places': lineChange((lines, at) => {
    [lines[at], lines[at - 1]] = [lines[at - 1] ?? '', lines[at] ?? ''];
  }),
  'a line of evidence is gone': lineChange((lines, at) => void lines.splice(at, 1)),
  'a page of another run': changedFile((files, { name }) => {
    const theirs = other.entries.get(name) ?? bytesOf('nothing');
    files.set(name, Buffer.compare(theirs, files.get(name) ?? bytesOf('')) === 0 ? bytesOf('other') : theirs);
  }),
  'rewritten whole, old signature': ({ at }) => {
    const read = forged[at % forged.length];
    return packageBytes(read?.entries ?? new Map(), {
      ...digestOf(digestsOf(read?.entries ?? new Map())),
      ...seal,
    });
  },
  'rewritten whole, signed by a stranger': ({ at }) => {
    const read = forged[at % forged.length];
    const plain = digestOf(digestsOf(read?.entries ?? new Map()));
    return packageBytes(read?.entries ?? new Map(), addSignature(plain, 'package', stranger.secret));
  },
  'the signature is gone': () => packageBytes(entries, digestOf(digest.files)),
  'signed by a stranger instead': () =>
    packageBytes(entries, addSignature(digestOf(digest.files), 'package', stranger.secret)),
};

const draw = fc.record({
  name: fc.constantFrom(...names),
  at: fc.nat(5_000_000),
  value: fc.nat(255),
});

/** Whether verification finds a problem; its cheap half is asked first. */
function isNoticed(bytes: Uint8Array, publicKeys: readonly string[]): boolean {
  try {
    if (checkContainer(bytes, packageIn(bytes), publicKeys).problems.length > 0) return true;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
  }
  return verifyPackageBytes(bytes, { publicKeys }).problems.length > 0;
}

const publicKeys = [laboratory.open];

test('a signed package holds as it is', () => {
  expect(verifyPackageBytes(genuine, { publicKeys }).problems).toEqual([]);
});

test.each(Object.entries(changes))('a signed package in which %s does not hold', (_what, change) => {
  fc.assert(
    fc.property(draw, (one) => {
      const changed = change(one);
      fc.pre(Buffer.compare(changed, genuine) !== 0);
      expect(isNoticed(changed, publicKeys)).toBe(true);
    }),
    { seed: 7, numRuns: 5 },
  );
});
