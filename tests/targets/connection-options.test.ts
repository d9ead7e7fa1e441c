import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectionOptions } from '../../targets/transport/route.ts';
import { folderWith } from './target-folder.ts';

describe('connectionOptions', () => {
  test('says in one line which certificate cannot be used', () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [certificateFile, keyFile] = [join(folder, 'c.pem'), join(folder, 'k.pem')];
    const use = () => connectionOptions({ verify: true, clientCertificate: { certificateFile, keyFile } });
    expect(use).toThrow(
      `"tls.clientCertificate.certificateFile" cannot be read (ENOENT): ${certificateFile}.`,
    );
    writeFileSync(certificateFile, 'no certificate');
    expect(use).toThrow(`"tls.clientCertificate.keyFile" cannot be read (ENOENT): ${keyFile}.`);
    writeFileSync(keyFile, 'no key');
    expect(use).toThrow(/^"tls\.clientCertificate" cannot be used \([^:]+\): .*c\.pem with .*k\.pem\.$/);
    expect(connectionOptions({ verify: false })).toEqual({ rejectUnauthorized: false });
  });
  test('takes no authority that is none', async () => {
    const { cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const folder = folderWith({
      'good.pem': cert,
      'text.pem': 'hello',
      'der.pem': new X509Certificate(cert).raw.toString('latin1'),
    });
    const use = (name: string) => connectionOptions({ verify: true, authorityFile: join(folder, name) });
    expect(use('good.pem').ca?.at(-1)?.toString()).toBe(cert);
    for (const name of ['text.pem', 'der.pem'])
      expect(() => use(name)).toThrow(
        `"tls.authorityFile" holds no certificate (PEM): ${join(folder, name)}.`,
      );
  });
});
