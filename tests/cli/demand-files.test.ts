import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demandFiles } from '../../cli/project/run-checks.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readSettings } from '../../targets/settings.ts';
import { environment, folderWith, sandbox } from '../targets/target-folder.ts';

const settingsOf = (more: object, files: Readonly<Record<string, unknown>> = {}) => {
  const folder = folderWith({ 'target.json': { ...sandbox, ...more }, ...files });
  return readSettings({ ...environment, CONFORMANCE_TARGET: join(folder, 'target.json') });
};

describe('demandFiles', () => {
  test.each<[name: string, more: object, complaint: RegExp]>([
    [
      'a certificate that is not there',
      { tls: { clientCertificate: { certificateFile: 'c.pem', keyFile: 'k.pem' } } },
      /target\.json: "tls\.clientCertificate\.certificateFile" cannot be read \(ENOENT\): \S+c\.pem\.$/,
    ],
    [
      'an authority that is none',
      { tls: { authorityFile: 'notes.txt' } },
      /target\.json: "tls\.authorityFile" holds no certificate \(PEM\): \S+notes\.txt\.$/,
    ],
    [
      'a module that is not there',
      { signing: { recipe: 'module', module: 'sign.mjs' } },
      /target\.json: "signing\.module": there is no file \S+sign\.mjs\.$/,
    ],
  ])('names the target file and its key for %s', async (_name, more, complaint) => {
    const demanded = demandFiles(settingsOf(more, { 'notes.txt': 'hello' }));
    await expect(demanded).rejects.toThrow(complaint);
    await expect(demanded).rejects.toBeInstanceOf(ConfigurationError);
  });

  test('names a port of notifications that is taken, and leaves a free one free', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const settings = settingsOf({ notify: { url: 'https://me.example/notify', port } });
    await expect(demandFiles(settings)).rejects.toThrow(
      `"notify" names 127.0.0.1 port ${port}, where the suite cannot listen (EADDRINUSE).`,
    );
    await new Promise((closed) => server.close(closed));
    await demandFiles(settings);
    await expect(demandFiles(settings)).resolves.toBeUndefined();
  });
});
