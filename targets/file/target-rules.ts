import { documentedOperations } from '../../schemas/operations.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { didYouMean } from '../nearest.ts';
import { shownAddress } from './base-url.ts';
import { limitsOf } from './limits.ts';
import { currenciesOf, documentedNames } from './merchant-knowledge.ts';
import type { TargetFile } from './target-file.ts';

/** Throws a `ConfigurationError` for keys of a target file that contradict each other, or that nothing can be sent by. */
export function checkTargetRules(raw: TargetFile, file: string): void {
  const { merchant, signing, proxy, notify, returnUrl, encodings = {} } = raw;
  if (merchant.otherAccountId === merchant.account_id)
    throw new ConfigurationError(
      `${file}: "merchant.otherAccountId" must be another account than "merchant.account_id", found ${JSON.stringify(merchant.account_id)} for both.`,
    );
  if (proxy !== undefined) checkProxy(proxy.server, file);
  if (raw.baseUrl !== undefined) {
    checkFilledIn(raw.baseUrl, file);
    checkNoPath(raw.baseUrl, file);
  }
  checkSignature(signing, file);
  checkHeaderNames(Object.keys(raw.headers ?? {}), file);
  for (const [operation, { contentType }] of Object.entries(encodings))
    checkContentType(contentType, `${file}: "encodings.${operation}.contentType"`);
  if (returnUrl !== undefined) checkAddress(returnUrl, `${file}: "returnUrl"`);
  if (notify !== undefined) checkAddress(notify.url, `${file}: "notify.url"`);
  checkCorridors(raw, file);
  if (signing.fields !== undefined && raw.optimise === undefined) checkSigned(signing.fields, file);
  checkFixedCurrencies(raw, file);
  checkPayable(raw, file);
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
      `${file}: "signing.fields[${at}]" is not a documented field, found ${JSON.stringify(name)}.${didYouMean(name, known)}`,
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

// Of two that differ in case alone, one would be sent.
function checkHeaderNames(names: readonly string[], file: string): void {
  for (const [at, name] of names.entries()) {
    checkHeaderName(name, file);
    const same = names.slice(0, at).find((one) => one.toLowerCase() === name.toLowerCase());
    if (same !== undefined)
      throw new ConfigurationError(`${file}: "headers.${name}" and "headers.${same}" are one header.`);
  }
}

function checkHeaderName(name: string, file: string): void {
  if (name.toLowerCase() === 'content-type')
    throw new ConfigurationError(
      `${file}: "headers.${name}" is not for this place: "encodings" says it for each operation.`,
    );
  if (ofTheTransport.has(name.toLowerCase()))
    throw new ConfigurationError(
      `${file}: "headers.${name}" is not for this place: each connection sets it.`,
    );
}

function checkContentType(type: string | undefined, what: string): void {
  const why = type === undefined ? undefined : whyNoHeader(type);
  if (why !== undefined) throw new ConfigurationError(`${what} ${why}, found ${JSON.stringify(type)}.`);
}

function checkAddress(text: string, what: string): void {
  if (!URL.canParse(text))
    throw new ConfigurationError(`${what} must be an http or https address, found ${shownAddress(text)}.`);
}

// Such a name would be looked up as a host, and not be found.
function checkFilledIn(baseUrl: string, file: string): void {
  const [placeholder] = /\$?\{[^}]*\}|<[^>]*>|\$[A-Z][A-Z_]+/.exec(baseUrl) ?? [];
  if (placeholder !== undefined)
    throw new ConfigurationError(
      `${file}: "baseUrl" must be the address itself, found ${shownAddress(baseUrl)}; nothing is filled in for ${JSON.stringify(placeholder)}.`,
    );
}

// The paths of the document are added to it, so nothing would be found.
function checkNoPath(baseUrl: string, file: string): void {
  const path = documentedOperations
    .map((one) => one.path)
    .find((one) => baseUrl.replace(/\/+$/, '').endsWith(one));
  if (path !== undefined)
    throw new ConfigurationError(
      `${file}: "baseUrl" must end before the paths of the document, found ${shownAddress(baseUrl)}; leave out "${path}".`,
    );
}

function checkSignature({ value, fields = [] }: TargetFile['signing'], file: string): void {
  if (value === '') throw new ConfigurationError(`${file}: "signing.value" must not be empty.`);
  const own = fields.indexOf('encryption_data');
  if (own !== -1)
    throw new ConfigurationError(
      `${file}: "signing.fields[${own}]" must be another field: encryption_data is the signature itself.`,
    );
}

function checkCorridors({ payouts = [] }: TargetFile, file: string): void {
  for (const [at, { fields = {}, ...corridor }] of payouts.entries()) {
    const name = Object.keys(corridor).find((one) => one in fields);
    if (name !== undefined)
      throw new ConfigurationError(
        `${file}: "payouts[${at}].fields.${name}" is not for this place: "payouts[${at}].${name}" says it.`,
      );
  }
}

/** Money that may be sent at all has to fit what one request may name. */
function checkPayable(raw: TargetFile, file: string): void {
  const { limits = {}, allow = [] } = raw;
  const largest = limitsOf({ environment: raw.environment, limits }).amountPerRequest;
  const bounded = currenciesOf(raw) ?? [];
  const tooMuch = bounded.map(({ smallest = '0' }) => Number(smallest) > largest);
  const [first] = bounded;
  if (first === undefined || !allow.includes('moves-money') || tooMuch.includes(false)) return;
  throw new ConfigurationError(
    `${file}: "limits.amountPerRequest" must not be below "currencies[0].smallest", found ${largest} and ${JSON.stringify(first.smallest)}: no payment could be sent.`,
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
      `${file}: "proxy.server" must be an address such as http://proxy.example:3128${server.includes('@') ? '' : `, found ${JSON.stringify(server)}`}.`,
    );
}

function checkFixedCurrencies(raw: TargetFile, file: string): void {
  const codes = currenciesOf(raw)?.map(({ currency }) => currency);
  if (codes === undefined) return;
  for (const [operation, fields] of Object.entries(raw.fixed ?? {})) {
    const { currency } = fields;
    if (currency !== undefined && !codes.includes(String(currency)))
      throw new ConfigurationError(
        `${file}: "fixed.${operation}.currency" must be one of "currencies" (${codes.join(', ')}), found ${JSON.stringify(currency)}.`,
      );
  }
}
