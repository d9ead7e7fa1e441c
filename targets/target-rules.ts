import { documentedOperations } from '../schemas/operations.ts';
import { ConfigurationError } from './configuration-error.ts';
import { documentedNames } from './documented-names.ts';
import { didYouMean } from './nearest.ts';
import type { TargetFile } from './target-file.ts';

/** Throws a `ConfigurationError` for keys of a target file that contradict each other, or that nothing can be sent by. */
export function checkTargetRules(raw: TargetFile, file: string): void {
  const { merchant, signing, proxy } = raw;
  if (merchant.otherAccountId === merchant.account_id)
    throw new ConfigurationError(
      `${file}: "merchant.otherAccountId" must be another account than "merchant.account_id", received ${JSON.stringify(merchant.account_id)} for both.`,
    );
  if (proxy !== undefined) checkProxy(proxy.server, file);
  for (const name of Object.keys(raw.headers ?? {})) checkHeaderName(name, file);
  if (signing.fields !== undefined && raw.optimise === undefined) checkSigned(signing.fields, file);
  checkFixedCurrencies(raw, file);
}

/** Why no header can carry a value, in words that do not repeat it; undefined when one can. */
export function whyNoHeader(value: string): string | undefined {
  if (/[^\t\x20-\xFF]|\x7F/.test(value)) return 'holds a character that no header can carry';
  return value === value.trim() ? undefined : 'begins or ends with a blank';
}

// A misspelt name would count as nothing, and every signature would be wrong.
function checkSigned(fields: readonly string[], file: string): void {
  const known = [...new Set(documentedOperations.flatMap(({ id }) => documentedNames(id)))]
    .map((name) => name.split('.')[0] ?? name)
    .concat(...documentedOperations.map(({ batch }) => batch?.field ?? []));
  for (const [at, name] of fields.entries()) {
    if (known.includes(name)) continue;
    throw new ConfigurationError(
      `${file}: "signing.fields[${at}]" is no documented field, received ${JSON.stringify(name)}.${didYouMean(name, known)}`,
    );
  }
}

const ofTheTransport = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function checkHeaderName(name: string, file: string): void {
  if (ofTheTransport.has(name.toLowerCase()))
    throw new ConfigurationError(
      `${file}: "headers.${name}" is not for this place: each connection sets it.`,
    );
}

function checkProxy(server: string, file: string): void {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  // The value may hold a password, so it is not repeated.
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw new ConfigurationError(
      `${file}: "proxy.server" must hold no user name or password; "proxy.username" and "proxy.password" say them.`,
    );
  if (url === undefined || !/^(?:https?|socks[45]?):$/.test(url.protocol) || url.hostname === '')
    throw new ConfigurationError(
      `${file}: "proxy.server" must be an address such as http://proxy.example:3128${server.includes('@') ? '' : `, received ${JSON.stringify(server)}`}.`,
    );
}

function checkFixedCurrencies({ currencies, fixed = {} }: TargetFile, file: string): void {
  if (currencies === undefined) return;
  const codes = currencies.map((one) => (typeof one === 'string' ? one : one.currency));
  for (const [operation, fields] of Object.entries(fixed)) {
    const { currency } = fields;
    if (currency !== undefined && !codes.includes(String(currency)))
      throw new ConfigurationError(
        `${file}: "fixed.${operation}.currency" must be one of "currencies" (${codes.join(', ')}), received ${JSON.stringify(currency)}.`,
      );
  }
}
