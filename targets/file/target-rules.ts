import { urlIn } from '../../schemas/media/url-in.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId, FieldValues, JsonValue, Statuses } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { didYouMean, plainName } from '../nearest.ts';
import { limitsOf } from './limits.ts';
import { charactersOf, currenciesOf, documentedNames, documentedType } from './merchant-knowledge.ts';
import { secretRule, shortestSecret } from './secret.ts';
import { typeWords } from './target-breach.ts';
import type { TargetFile } from './target-keys.ts';

/** A rule of a target file that no schema can express; yields a sentence for each breach, the key first. */
type Rule = (raw: TargetFile) => Iterable<string>;

const json = JSON.stringify;

/** Why a value cannot be a header, without repeating it; undefined if it can. */
export function whyNoHeader(value: string): string | undefined {
  if (/[^\t\x20-\xFF]|\x7F/.test(value)) return 'holds a character that no header can carry';
  return value === value.trim() ? undefined : 'begins or ends with a blank';
}

const transportHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Fewest characters after the prefix of an order number: fewer cannot distinguish the orders of many runs. */
const leastRoom = 10;
const leastCharacters = 10;

// Each of these fields has its own key, which a value here would contradict.
const fieldsWithOwnKey: Readonly<Record<string, string>> = table({
  merchant_id: 'merchant',
  account_id: 'merchant',
  encryption_data: 'signing',
  card: 'cards',
  expiration_month: 'cards',
  expiration_year: 'cards',
  security_code: 'cards',
  order_no: 'orderNumbers',
  transaction_id: 'orderNumbers',
  // Payouts with one request id might be paid twice, or not at all.
  request_id: 'orderNumbers',
  recurring_id: 'orderNumbers',
});

/** Yields the breaches of field values under a key, which is written without its closing quote. */
function* fieldBreaches(
  fields: FieldValues = {},
  operations: readonly DocumentedOperationId[],
  place: string,
): Generator<string> {
  const known = new Set(operations.flatMap(documentedNames));
  for (const [name, value] of Object.entries(fields)) {
    const home = fieldsWithOwnKey[name];
    if (home === 'orderNumbers')
      yield `${place}.${name}" identifies what a request is about, so it cannot be fixed.`;
    else if (home !== undefined) yield `${place}.${name}" is not for this place: "${home}" says it.`;
    else if (!known.has(name))
      yield `${place}.${name}" is not a documented field.${didYouMean(name, [...known])}`;
    const type = operations
      .map((one) => documentedTypeUnlike(one, name, value))
      .find((one) => one !== undefined);
    // The value may be an account number, so it is not shown.
    if (type !== undefined)
      yield `${place}.${name}" must be ${typeWords([type])}, found ${typeWords([typeof value])}.`;
  }
}

/** The documented type of a value of another type; undefined if it fits or the document states none. */
function documentedTypeUnlike(
  operation: DocumentedOperationId,
  name: string,
  value: JsonValue,
): string | undefined {
  const type = documentedType(operation, name);
  const fits = type === 'integer' ? Number.isInteger(value) : type === undefined || typeof value === type;
  return fits ? undefined : type;
}

const rules: readonly Rule[] = [
  function* ({ merchant: { account_id, otherAccountId } }) {
    if (otherAccountId === account_id)
      yield `"merchant.otherAccountId" must be another account than "merchant.account_id", found ${json(account_id)} for both.`;
  },
  function* ({ proxy }) {
    if (proxy === undefined) return;
    const { server } = proxy;
    const url = urlIn(server);
    // The value may hold a password, so it is not repeated.
    if (url !== undefined && (url.username !== '' || url.password !== ''))
      yield '"proxy.server" must hold no user name or password; "proxy.username" and "proxy.password" say them.';
    if (url === undefined || !/^(?:https?|socks[45]?):$/.test(url.protocol) || url.hostname === '')
      yield '"proxy.server" must be an address such as http://proxy.example:3128.';
  },
  function* ({ baseUrl = '' }) {
    // A placeholder would be looked up as a host and not be found.
    const [placeholder] = /\$?\{[^}]*\}|<[^>]*>|\$[A-Z][A-Z_]+/.exec(baseUrl) ?? [];
    if (placeholder !== undefined)
      yield `"baseUrl" must be the address itself, found ${shownAddress(baseUrl)}; nothing is filled in for ${json(placeholder)}.`;
    // The suite appends the documented paths, so nothing would be found.
    const bare = baseUrl.replace(/\/+$/, '');
    const path = documentedOperations.map((one) => one.path).find((one) => bare.endsWith(one));
    if (path !== undefined)
      yield `"baseUrl" must end before the paths of the document, found ${shownAddress(baseUrl)}; leave out "${path}".`;
  },
  function* ({ signing: { value, fields = [] } }) {
    if (value === '') yield '"signing.value" must not be empty.';
    const own = fields.indexOf('encryption_data');
    if (own !== -1)
      yield `"signing.fields[${own}]" must be another field: encryption_data is the signature itself.`;
  },
  function* ({ headers = {} }) {
    const names = Object.keys(headers);
    for (const [at, name] of names.entries()) {
      const own = name.toLowerCase();
      if (own === 'content-type')
        yield `"headers.${name}" is not for this place: "encodings" says it for each operation.`;
      if (transportHeaders.has(own))
        yield `"headers.${name}" is not for this place: each connection sets it.`;
      // Only one of two names that differ in case would be sent.
      const same = names.slice(0, at).find((one) => one.toLowerCase() === own);
      if (same !== undefined) yield `"headers.${name}" and "headers.${same}" are one header.`;
      if (typeof headers[name] === 'string' && /auth|token|secret|key|cookie|password/.test(own))
        yield `"headers.${name}" ${secretRule}`;
    }
  },
  function* ({ encodings = {} }) {
    for (const [operation, { contentType = '' }] of Object.entries(encodings)) {
      const why = whyNoHeader(contentType);
      if (why !== undefined) yield `"encodings.${operation}.contentType" ${why}, found ${json(contentType)}.`;
    }
  },
  function* ({ returnUrl, notify }) {
    for (const [key, text] of [
      ['returnUrl', returnUrl],
      ['notify.url', notify?.url],
    ] as const)
      if (text !== undefined && urlIn(text) === undefined)
        yield `"${key}" must be an http or https address, found ${shownAddress(text)}.`;
  },
  function* ({ payouts = [] }) {
    for (const [at, { fields = {}, ...corridor }] of payouts.entries()) {
      const name = Object.keys(corridor).find((one) => one in fields);
      if (name !== undefined)
        yield `"payouts[${at}].fields.${name}" is not for this place: "payouts[${at}].${name}" says it.`;
    }
  },
  // A misspelt name would count as an empty value, and every signature would be wrong.
  function* ({ signing: { fields = [] }, optimise }) {
    if (optimise !== undefined) return;
    const known = [...new Set(documentedOperations.flatMap(({ id }) => documentedNames(id)))]
      .map((name) => name.split('.')[0] ?? name)
      .concat(...documentedOperations.map(({ batch }) => batch?.field ?? []));
    for (const [at, name] of fields.entries())
      if (!known.includes(name))
        yield `"signing.fields[${at}]" is not a documented field, found ${json(name)}.${didYouMean(name, known)}`;
  },
  function* (raw) {
    const codes = currenciesOf(raw)?.map(({ currency }) => currency);
    for (const [operation, { currency }] of Object.entries(raw.fixed ?? {}))
      if (currency !== undefined && codes?.includes(String(currency)) === false)
        yield `"fixed.${operation}.currency" must be one of "currencies" (${codes.join(', ')}), found ${json(currency)}.`;
  },
  // If money may be moved, the smallest amount must fit the limit of one request.
  function* (raw) {
    const largest = limitsOf(raw).amountPerRequest;
    const bounded = currenciesOf(raw) ?? [];
    const [first] = bounded;
    if (first === undefined || !raw.allow?.includes('moves-money')) return;
    if (bounded.every(({ smallest = '0' }) => Number(smallest) > largest))
      yield `"limits.amountPerRequest" must not be below "currencies[0].smallest", found ${largest} and ${json(first.smallest)}: no payment could be sent.`;
  },
  function* (raw) {
    const all = currenciesOf(raw) ?? [];
    for (const [at, { currency, smallest, largest }] of all.entries()) {
      if (all.findIndex((one) => one.currency === currency) < at)
        yield `"currencies[${at}]" names ${currency} a second time.`;
      if (smallest !== undefined && largest !== undefined && Number(smallest) > Number(largest))
        yield `"currencies[${at}].smallest" must not be above "largest", found "${smallest}" and "${largest}".`;
    }
  },
  function* ({ orderNumbers }) {
    if (orderNumbers === undefined) return;
    const { alphabet, prefix = '', longest } = orderNumbers;
    let characters: readonly string[] = [];
    try {
      characters = charactersOf(orderNumbers);
    } catch {
      yield `"orderNumbers.alphabet" must be characters and ranges such as A-Za-z0-9, found ${json(alphabet)}.`;
    }
    if (characters.length < leastCharacters)
      yield `"orderNumbers.alphabet" must hold at least ${leastCharacters} printable characters, found ${json(alphabet)}.`;
    if ([...prefix].some((character) => !characters.includes(character)))
      yield `"orderNumbers.prefix" must be written in the alphabet, found ${json(prefix)}.`;
    if (longest !== undefined && longest - prefix.length < leastRoom)
      yield `"orderNumbers.longest" must leave ${leastRoom} characters after the prefix, found ${longest}.`;
  },
  function* ({ fixed = {} }) {
    const every = documentedOperations.map(({ id }) => id);
    for (const [operation, fields] of Object.entries(fixed))
      yield* fieldBreaches(
        fields,
        operation === '*' ? every : [operation as DocumentedOperationId],
        `"fixed.${operation}`,
      );
  },
  // A value with two meanings would be read as the first.
  function* ({ statuses = {} }) {
    for (const [operation, values] of Object.entries(statuses)) {
      const {
        result_info = {},
        payment_status = {},
        ...own
      } = values as NonNullable<Statuses['direct-payment']>;
      const groups = [own, result_info, payment_status];
      for (const [at, place] of ['', '.result_info', '.payment_status'].entries()) {
        const known = new Map<string, string>();
        for (const [meaning, list] of Object.entries(groups[at] ?? {}))
          for (const value of list as readonly string[]) {
            const other = known.get(value);
            if (other !== undefined)
              yield `"statuses.${operation}${place}.${meaning}" must not hold a value of "${other}", found ${json(value)}.`;
            known.set(value, meaning);
          }
      }
    }
  },
  function* ({ apmMethods = [], payouts = [] }) {
    for (const [at, { fields }] of apmMethods.entries())
      yield* fieldBreaches(fields, ['apm-payment'], `"apmMethods[${at}].fields`);
    for (const [at, { fields }] of payouts.entries())
      yield* fieldBreaches(fields, ['payout'], `"payouts[${at}].fields`);
  },
];

/** Throws `ConfigurationError` for keys of a target file that contradict each other or prevent sending. */
export function checkTargetRules(raw: TargetFile, file: string): void {
  for (const rule of rules) {
    const [breach] = rule(raw);
    if (breach !== undefined) throw new ConfigurationError(`${file}: ${withoutOddNames(breach, raw)}`);
  }
}

function namesIn(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

// A secret instead of a name would appear in build logs.
function withoutOddNames(breach: string, raw: TargetFile): string {
  const documented = new Set(documentedOperations.flatMap(({ id }) => documentedNames(id)));
  return [...namesIn(raw as unknown as JsonValue), ...(raw.signing.fields ?? [])]
    .filter((name) => name.length >= shortestSecret && plainName(name) === undefined && !documented.has(name))
    .sort((one, other) => other.length - one.length)
    .flatMap((name) => [json(name).slice(1, -1), name])
    .reduce((text, name) => text.replaceAll(name, '(a name that is not shown)'), breach);
}

/** Checks a {base_url}: http or https, optional path prefix, nothing after it. Returns it without final slash. */
export function baseUrlOf(text: string, what: string): string {
  const wrong = (rule: string) =>
    new ConfigurationError(`${what} must be ${rule}, found ${shownAddress(text)}.`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('an http or https address');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw wrong('an http or https address');
  // The value may hold a password, so it is not repeated.
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError(
      `${what} must hold no user name or password; credentials belong under "headers".`,
    );
  }
  if (url.search !== '' || url.hash !== '') throw wrong('an address without query and fragment');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** An address for messages: scheme, host, port and path, but no password, query or fragment. */
function shownAddress(text: string): string {
  const [whole = '', scheme = '', place = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?([^?#]*)/i.exec(text) ?? [];
  const own = place.slice(place.lastIndexOf('@') + 1);
  return whole.length === text.length && own === place
    ? JSON.stringify(text)
    : `${JSON.stringify(scheme + own)} and more that is not shown`;
}
