import { generateKeyPairSync } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { fingerprintOf, publicKeyOf } from '../../reports/signing/seal.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isNameless, newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { makeFolderOf, writeNewFile } from '../write-given-file.ts';

/** Makes a key pair for signing evidence. */
export const keygen: Subcommand = (command) => {
  command.argument('[name]', 'where the keys go: NAME.key.pem and NAME.pub.pem', 'conformance');
  return (name: string) => {
    if (isNameless(name)) throw new ConfigurationError(`"${name}" must be the name of a key.`);
    const [secret, open] = [`${name}.key.pem`, `${name}.pub.pem`];
    const there = [secret, open].find((file) => existsSync(file));
    if (there !== undefined)
      throw new ConfigurationError(`${there} exists already; a key is never written over.`);
    newFile(secret);
    makeFolderOf(secret);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeNewFile(secret, pem, 0o600);
    try {
      writeNewFile(open, publicKey.export({ type: 'spki', format: 'pem' }));
    } catch (error) {
      // A single key would make the next try fail.
      rmSync(secret, { force: true });
      throw error;
    }
    for (const line of [
      `Wrote ${secret}, which only you can read: keep it secret.`,
      `Wrote ${open}, fingerprint ${fingerprintOf(publicKeyOf(publicKey))}: readers verify with it.`,
      `Sign a run: ${commandLine('run', '--profile', 'certification', '--sign-key', secret)}`,
    ])
      console.log(plainLine(line));
    return exitStatus.conformant;
  };
};
