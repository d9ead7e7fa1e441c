import type { ShownValue, Target } from '../target.ts';
import { credentialsIn, shortestSecret } from './secret.ts';

/** Every secret of a target that could reach an artefact: keys, cards, credentials in headers and proxy. */
export function secretsOf({ signing, cards, headers, proxy, tls }: Target): readonly string[] {
  return [
    signing.key?.reveal(),
    ...cards.map(({ card }) => card),
    ...Object.values(headers).flatMap((header) => [header.reveal(), ...wordsOf(header)]),
    proxy?.password?.reveal(),
    tls.clientCertificate?.passphrase?.reveal(),
  ].filter((secret): secret is string => secret !== undefined && secret !== '');
}

// What is written openly in a target file (a tenant, a media type) has no words that are secret.
function wordsOf({ shown, reveal }: ShownValue): readonly string[] {
  const value = reveal();
  return shown === value ? [] : credentialsIn(value).filter((word) => word.length >= shortestSecret);
}

/** The origin of the embedded endpoint by a name, because its port changes from run to run; nothing for other targets. */
export function namedOrigins({ environment, baseUrl }: Target): Readonly<Record<string, string>> {
  return environment === 'embedded' && baseUrl !== undefined ? { [new URL(baseUrl).origin]: 'embedded' } : {};
}
