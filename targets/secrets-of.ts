import type { ShownValue, Target } from './target.ts';

/** Fewest characters of a secret that can be masked wherever it stands: shorter ones would be found in amounts and words. */
const shortestSecret = 6;

const schemes =
  /^(?:basic|bearer|digest|token|apikey|api-key|key|negotiate|oauth|dpop|hawk|mac|signature|hmac[\w-]*|aws4[\w-]*)$/i;

// RFC 7617: a user and a password in Base64; the password may be empty, or one sign where a key stands for the user.
function basicParts(word: string): readonly string[] {
  const text = Buffer.from(word, 'base64').toString('utf8');
  const cut = text.indexOf(':');
  if (cut < 0 || /[\p{Cc}\uFFFD]/u.test(text)) return [];
  return [text, text.slice(0, cut), text.slice(cut + 1)];
}

/** The credentials inside the value of a header: its words without the scheme, the values of `name=value`, and what Basic packs. */
export function credentialsIn(value: string): readonly string[] {
  const words = value.trim().split(/[\s,;"]+/);
  const [scheme = '', ...rest] = words;
  const own = words.length > 1 && schemes.test(scheme) ? rest : words;
  return own.flatMap((word) => {
    const named = /^[\w.-]+=(.*[^=].*)$/s.exec(word)?.[1];
    return [word, ...(named === undefined ? [] : [named]), ...basicParts(word)];
  });
}

/** Why a secret cannot be masked safely; undefined when it can. */
export function whyTooShort(value: string): string | undefined {
  const [scheme = ''] = value.trim().split(/\s+/);
  const bare = schemes.test(scheme) ? value.trim().slice(scheme.length).trim() : value.trim();
  const password = /^basic$/i.test(scheme) ? basicParts(bare)[2] : undefined;
  const tooShort =
    bare.length < shortestSecret ||
    (password !== undefined && password.length > 1 && password.length < shortestSecret);
  return tooShort
    ? `is shorter than ${shortestSecret} characters, so it would be found in amounts and ordinary words and cannot be masked safely in the reports`
    : undefined;
}

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

// What stands openly in a target file (a tenant, a media type) has no words that are secret.
function wordsOf({ shown, reveal }: ShownValue): readonly string[] {
  const value = reveal();
  return shown === value ? [] : credentialsIn(value).filter((word) => word.length >= shortestSecret);
}

/** The origin of the embedded endpoint by a name, because its port changes from run to run; nothing for other targets. */
export function namedOrigins({ environment, baseUrl }: Target): Readonly<Record<string, string>> {
  return environment === 'embedded' && baseUrl !== undefined ? { [new URL(baseUrl).origin]: 'embedded' } : {};
}
