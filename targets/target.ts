import { dirname, resolve } from 'node:path';
import type { Certification } from '../schemas/certification.ts';
import { given } from '../schemas/given.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { type Effect, type JsonObject, type OperationId, operationIds } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { baseUrlOf } from './file/base-url.ts';
import { type Limits, limitsOf } from './file/limits.ts';
import { checkKnowledge, currenciesOf } from './file/merchant-knowledge.ts';
import {
  type Environment,
  placeWords,
  readSecret,
  readSecretText,
  type SecretUse,
  secretRule,
  whyTooShort,
} from './file/secret.ts';
import {
  type Currency,
  checkCards,
  type RequestLayout,
  readCertificationFile,
  readTargetFile,
  type TargetFile,
  type TestCard,
} from './file/target-file.ts';
import { checkTargetRules, whyNoHeader } from './file/target-rules.ts';

/** A value that is sent but only shown as the name of the variable or file that it came from. */
export interface ShownValue {
  readonly shown: string;
  /** The value itself, out of reach of printing and of JSON. */
  reveal(): string;
}

/** How encryption_data is made; the key is read when it is asked for. */
export interface Signing {
  readonly recipe: TargetFile['signing']['recipe'];
  readonly fields: readonly string[];
  readonly uppercase: boolean;
  /** Absolute path of the module, for the recipe `module`. */
  readonly module?: string;
  /** The key, or the fixed value; throws `ConfigurationError` when its variable or file is missing. */
  readonly key?: ShownValue;
}

/** What of a target file is read, completed or resolved; all else of a target is as it is in its file. */
type Resolved =
  | ('baseUrl' | 'signing' | 'capabilities' | 'allow' | 'encodings' | 'headers' | 'tls' | 'proxy')
  | ('cards' | 'currencies' | 'limits' | 'certification' | 'optimise');

/** A service to test: where it is, how it is reached, and what may be done to it. */
export interface Target extends Omit<TargetFile, Resolved> {
  /** The {base_url} of the document without a slash at its end; absent until the embedded endpoint has started. */
  readonly baseUrl?: string | undefined;
  readonly signing: Signing;
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly allow: readonly Effect[];
  readonly encodings: Readonly<Partial<Record<OperationId, RequestLayout>>>;
  readonly headers: Readonly<Record<string, ShownValue>>;
  readonly tls: {
    readonly verify: boolean;
    /** Absolute path of the PEM file of a private authority. */
    readonly authorityPath?: string;
    readonly clientCertificate?: {
      readonly certPath: string;
      readonly keyPath: string;
      readonly passphrase?: ShownValue;
    };
  };
  readonly proxy?: Omit<NonNullable<TargetFile['proxy']>, 'password'> & { readonly password?: ShownValue };
  readonly cards: readonly TestCard[];
  readonly currencies?: readonly Currency[];
  readonly limits: Limits;
  /** Who certifies what, and for how long. */
  readonly certification?: Certification;
  readonly optimise?: { readonly path: string; readonly body: JsonObject };
}

/** Reads a target file with its secrets; throws `ConfigurationError` with one line. */
export function loadTarget(file: string, environment: Environment): Target {
  const raw = readTargetFile(file);
  checkTargetRules(raw, file);
  checkKnowledge(raw, file);
  const folder = dirname(resolve(file));
  const use = (key: string): SecretUse => ({ file, folder, key, environment });
  const secrets = new Map<string, ShownValue>();
  const secret: Holder = (place, key) => {
    const value = secretOf(place, use(key));
    secrets.set(key, value);
    return value;
  };
  const { baseUrl, certification, currencies: _, deviations, optimise, proxy, ...rest } = raw;
  const isOwn = raw.environment === 'embedded';
  const target: Target = {
    ...rest,
    signing: signingOf(raw, folder, secret),
    tls: tlsOf(raw, folder, secret),
    ...given({
      testData: isOwn ? ('synthetic' as const) : raw.testData,
      baseUrl: baseUrl === undefined ? undefined : baseUrlOf(baseUrl, `${file}: "baseUrl"`),
      currencies: currenciesOf(raw),
      proxy: proxy && proxyOf(proxy, secret),
      deviations: deviations && resolve(folder, deviations),
      certification:
        certification === undefined ? undefined : readCertificationFile(resolve(folder, certification)),
      optimise: optimise && { path: optimise.path, body: optimise.body ?? {} },
    }),
    capabilities: capabilitiesOf(raw),
    allow: raw.allow ?? (isOwn ? ['reads', 'creates', 'moves-money', 'irreversible'] : ['reads']),
    encodings: raw.encodings ?? {},
    headers: headersOf(raw, file, secret),
    cards: cardsOf(raw, use('cards')),
    limits: limitsOf(raw),
  };
  requireCards(target, file);
  checkOutcomes(target, file);
  // The embedded endpoint gets its key when it starts; every other secret must be there before anything is sent.
  if (!isOwn) demandSafeSecrets(secrets, file);
  return target;
}

type Place = string | Parameters<typeof readSecret>[0];
type Holder = (place: Place, key: string) => ShownValue;

function secretOf(place: Place, use: SecretUse): ShownValue {
  if (typeof place === 'string') return { shown: place, reveal: () => place };
  const shown = 'env' in place ? `$${place.env}` : `$(cat ${place.file})`;
  return { shown, reveal: () => readSecret(place, use) };
}

function signingOf({ signing }: TargetFile, folder: string, secret: Holder): Signing {
  const { recipe, key, value, module, fields = [], uppercase = false } = signing;
  return {
    recipe,
    fields,
    uppercase,
    ...given({
      module: module && resolve(folder, module),
      key: key && secret(key, 'signing.key'),
      ...(value !== undefined && { key: secret(value, 'signing.value') }),
    }),
  };
}

function headersOf(raw: TargetFile, file: string, secret: Holder): Record<string, ShownValue> {
  return Object.fromEntries(
    Object.entries(raw.headers ?? {}).map(([name, value]) => {
      if (typeof value === 'string' && /auth|token|secret|key|cookie|password/i.test(name)) {
        throw new ConfigurationError(`${file}: "headers.${name}" ${secretRule}`);
      }
      return [name.toLowerCase(), secret(value, `headers.${name}`)];
    }),
  );
}

function tlsOf({ tls = {} }: TargetFile, folder: string, secret: Holder): Target['tls'] {
  const { clientCertificate, authorityFile, verify = true } = tls;
  const authorityPath = authorityFile && resolve(folder, authorityFile);
  if (clientCertificate === undefined) return { verify, ...given({ authorityPath }) };
  const { certificateFile, keyFile, passphrase } = clientCertificate;
  return {
    verify,
    ...given({ authorityPath }),
    clientCertificate: {
      certPath: resolve(folder, certificateFile),
      keyPath: resolve(folder, keyFile),
      ...given({ passphrase: passphrase && secret(passphrase, 'tls.clientCertificate.passphrase') }),
    },
  };
}

function proxyOf(raw: NonNullable<TargetFile['proxy']>, secret: Holder): NonNullable<Target['proxy']> {
  const { password, ...rest } = raw;
  return password === undefined ? rest : { ...rest, password: secret(password, 'proxy.password') };
}

function capabilitiesOf({ capabilities = {}, optimise, capture }: TargetFile): Record<OperationId, boolean> {
  // Where payments are captured by themselves, a capture call is refused.
  const isByItself = (id: OperationId) => id === 'capture' && capture === 'automatic';
  const offered = (id: OperationId) =>
    capabilities[id] ??
    ((isDocumented(id) && !isByItself(id)) || (!isDocumented(id) && optimise !== undefined));
  return Object.fromEntries(operationIds.map((id) => [id, offered(id)])) as Record<OperationId, boolean>;
}

function cardsOf({ cards = [] }: TargetFile, use: SecretUse): readonly TestCard[] {
  if (!('env' in cards) && !('file' in cards)) return cards;
  return checkCards(readSecretText(cards, use), `${placeWords(cards, use)} ("cards" of ${use.file})`);
}

// A number that looks like a test card may be somebody's on a live service, so the suite never brings its own.
function requireCards(target: Target, file: string): void {
  const needed =
    target.capabilities['direct-payment'] && target.allow.includes(operationOf('direct-payment').effect);
  if (target.environment === 'embedded' || !needed || target.cards.length > 0) return;
  throw new ConfigurationError(
    `${file}: "cards" is missing; "allow" permits card payments, and on a ${target.environment} target the cards come from its operator.`,
  );
}

// A service may decline a number by its code or by its expiry, so the same card is one that is the same in all of them.
const cardKey = ({ card, expiration_month, expiration_year, security_code }: TestCard) =>
  JSON.stringify([card, expiration_month, expiration_year, security_code]);

// A number is never repeated, so the places name the cards.
function checkOutcomes({ cards }: Target, file: string): void {
  for (const [at, one] of cards.entries()) {
    const { outcome = 'approve', resultCode } = one;
    const same = cards.findIndex((other) => cardKey(other) === cardKey(one));
    if (same < at && (cards[same]?.outcome ?? 'approve') !== outcome)
      throw new ConfigurationError(
        `${file}: "cards[${at}].outcome" is "${outcome}" and "cards[${same}].outcome" another one for the same card.`,
      );
    if (outcome === 'decline' && resultCode === '0000')
      throw new ConfigurationError(
        `${file}: "cards[${at}].resultCode" is "0000", which is the code of success (7.3), and "outcome" is "decline".`,
      );
  }
}

// Reading them also says at once which one is missing.
function demandSafeSecrets(secrets: ReadonlyMap<string, ShownValue>, file: string): void {
  for (const [key, value] of secrets) {
    const secret = value.reveal();
    // What is written openly in the target file is no secret.
    const why =
      (key.startsWith('headers.') ? whyNoHeader(secret) : undefined) ??
      (secret === value.shown ? undefined : whyTooShort(secret));
    if (why !== undefined)
      throw new ConfigurationError(
        `${file}: the value ${secret === value.shown ? 'of' : 'that'} "${key}"${secret === value.shown ? '' : ' names'} ${why}.`,
      );
  }
}

/**
 * A target at the address that the environment names: `base` for whoever starts the suite, `embedded` for the endpoint
 * that the suite has started itself. An address from outside without a target file is somebody's service, of which
 * nothing is known: it gets reads alone, under careful limits.
 */
export function placedTarget(target: Target, base: string | undefined, embedded: string | undefined): Target {
  if (base !== undefined) {
    const baseUrl = baseUrlOf(base, 'CONFORMANCE_BASE_URL');
    return target.environment === 'embedded' ? strangerAt(baseUrl, target) : { ...target, baseUrl };
  }
  if (embedded === undefined || target.environment !== 'embedded') return target;
  const baseUrl = baseUrlOf(embedded, 'CONFORMANCE_EMBEDDED_URL');
  if (isLoopback(new URL(baseUrl).hostname)) return { ...target, baseUrl };
  throw new ConfigurationError(
    `CONFORMANCE_EMBEDDED_URL is set by the suite for its own endpoint, on loopback; found ${JSON.stringify(embedded)}.`,
  );
}

/** Tells whether a host name is one of this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(host);
}

function strangerAt(baseUrl: string, target: Target): Target {
  return {
    ...target,
    name: `service at ${new URL(baseUrl).host}, without a target file`,
    environment: 'sandbox',
    baseUrl,
    signing: { recipe: 'none', fields: [], uppercase: false },
    allow: ['reads'],
    cards: [],
    limits: limitsOf({ environment: 'sandbox' }),
  };
}
