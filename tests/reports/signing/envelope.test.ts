import { spawnSync } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  checkEnvelope,
  fingerprintOf,
  readEnvelope,
  signedBytes,
  signFolder,
} from '../../../reports/signing/envelope.ts';
import { writeEvidenceFolder } from '../evidence-folder.ts';
import { textIn, writeText } from '../packed-text.ts';
import { keyPair } from './keys.ts';

const [laboratory, body] = [keyPair(), keyPair()];
const idOf = fingerprintOf;
let dir = '';
beforeEach(() => {
  dir = writeEvidenceFolder();
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = (name: string) => join(dir, name);
const sha256 = (name: string) =>
  createHash('sha256')
    .update(readFileSync(file(name)))
    .digest('hex');
const envelope = () => JSON.parse(readFileSync(file('conformance.dsse.json'), 'utf8'));
const write = (value: object) =>
  writeFileSync(file('conformance.dsse.json'), `${JSON.stringify(value, null, 2)}\n`);

describe('an envelope', () => {
  test('is what DSSE and in-toto say', () => {
    expect(signFolder(dir, laboratory.secret)).toEqual([idOf(laboratory.open)]);
    const { payload, payloadType, signatures } = envelope();
    expect(payloadType).toBe('application/vnd.in-toto+json');
    expect(signatures).toEqual([{ keyid: idOf(laboratory.open), sig: expect.any(String) }]);
    expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'exchanges.ndjson.gz', digest: { sha256: sha256('exchanges.ndjson.gz') } },
        { name: 'SHA256SUMS', digest: { sha256: sha256('SHA256SUMS') } },
      ],
      predicateType: 'https://payment-acquiring.example/conformance/v1',
      predicate: JSON.parse(readFileSync(file('conformance.json'), 'utf8')),
    });
  });

  test('is signed over the pre-authentication encoding, byte for byte', () => {
    const plain = Buffer.from('{"a":"€"}');
    expect(signedBytes(plain).toString('latin1')).toBe(
      `DSSEv1 28 application/vnd.in-toto+json 11 ${plain.toString('latin1')}`,
    );
    signFolder(dir, laboratory.secret);
    const { payload, signatures } = envelope();
    const bytes = Buffer.from(payload, 'base64');
    const over = Buffer.concat([
      Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${bytes.length} `),
      bytes,
    ]);
    const sig = Buffer.from(signatures[0].sig, 'base64');
    expect(verify(null, over, laboratory.open, sig)).toBe(true);
    expect(verify(null, bytes, laboratory.open, sig)).toBe(false);
  });

  test('is verified by OpenSSL', (context) => {
    const told = spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '';
    if (!/^OpenSSL [3-9]/.test(told)) return context.skip('there is no OpenSSL 3');
    signFolder(dir, laboratory.secret);
    const { payload, signatures } = envelope();
    writeFileSync(file('key.pem'), laboratory.open.export({ type: 'spki', format: 'pem' }));
    writeFileSync(file('signature'), Buffer.from(signatures[0].sig, 'base64'));
    const asked = (bytes: Buffer) => {
      writeFileSync(file('bytes'), bytes);
      const words = [
        '-verify',
        '-rawin',
        '-pubin',
        '-inkey',
        'key.pem',
        '-in',
        'bytes',
        '-sigfile',
        'signature',
      ];
      return spawnSync('openssl', ['pkeyutl', ...words], { cwd: dir }).status;
    };
    expect(asked(signedBytes(Buffer.from(payload, 'base64')))).toBe(0);
    expect(asked(signedBytes(Buffer.concat([Buffer.from(payload, 'base64'), Buffer.from(' ')])))).toBe(1);
  });

  test('takes several signers over the same bytes, each once', () => {
    signFolder(dir, laboratory.secret);
    const { payload } = envelope();
    expect(signFolder(dir, body.secret)).toEqual([laboratory, body].map(({ open }) => idOf(open)));
    expect(envelope().payload).toBe(payload);
    expect(checkEnvelope(dir, [body.open, laboratory.open])).toEqual({
      named: [laboratory, body].map(({ open }) => idOf(open)),
      signedBy: [body, laboratory].map(({ open }) => idOf(open)),
      problems: [],
    });
    expect(() => signFolder(dir, laboratory.secret)).toThrow('this key has signed it already');
    writeFileSync(file('exchanges.ndjson.gz'), '');
    expect(() => signFolder(dir, keyPair().secret)).toThrow('its signatures are about other files');
  });

  test('says of a key only whether it has signed', () => {
    const missing = [{ kind: 'key', detail: `the key ${idOf(body.open)} has not signed it` }];
    expect(checkEnvelope(dir, [body.open]).problems).toEqual(missing);
    signFolder(dir, laboratory.secret);
    expect(checkEnvelope(dir, [body.open]).problems).toEqual(missing);
    expect(checkEnvelope(dir, [])).toEqual({ named: [idOf(laboratory.open)], signedBy: [], problems: [] });
  });

  test('does not hold under another name, for other files, or written otherwise', () => {
    signFolder(dir, laboratory.secret);
    const { signatures, ...rest } = envelope();
    write({ ...rest, signatures: [{ ...signatures[0], keyid: idOf(body.open) }] });
    expect(checkEnvelope(dir, [body.open]).problems).toEqual([
      {
        kind: 'signature',
        detail: `the signature of the key ${idOf(body.open)} does not fit what is signed`,
      },
    ]);
    expect(checkEnvelope(dir, [laboratory.open]).problems).toMatchObject([{ kind: 'key' }]);
    for (const odd of [
      { ...rest, signatures: [] },
      { ...rest, signatures, note: 'x' },
      { signatures: 1 },
      [],
    ]) {
      write(odd);
      expect(readEnvelope(dir)).toBe('the envelope is not written as this suite writes it');
    }
    write({ ...rest, signatures });
    for (const name of ['exchanges.ndjson.gz', 'SHA256SUMS', 'conformance.json']) {
      const before = textIn(file(name));
      writeText(file(name), before.replace(/\{|^/, '{"x":1,'));
      expect(checkEnvelope(dir, [laboratory.open]).problems).toEqual([
        { kind: 'signature', detail: 'what is signed is not these files and this statement' },
      ]);
      writeText(file(name), before);
    }
    expect(checkEnvelope(dir, [laboratory.open]).problems).toEqual([]);
  });
});
