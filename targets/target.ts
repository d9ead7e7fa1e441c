import { dirname, resolve } from 'node:path';
import type { Certification } from '../schemas/certification.ts';
import { given } from '../schemas/given.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import { type Effect, type JsonObject, type OperationId, operationIds } from '../schemas/types.ts';
import { baseUrlOf } from './base-url.ts';
import { ConfigurationError } from './configuration-error.ts';
import { type Limits, limitsOf } from './limits.ts';
import { knowledgeOf } from './merchant-knowledge.ts';
import { type Environment, readSecret, readSecretText, type SecretUse, secretRule } from './secret.ts';
import { whyTooShort } from './secrets-of.ts';
import {
  type Currency,
  checkCards,
  type MerchantKnowledge,
  type RequestLayout,
  readCertificationFile,
  readTargetFile,
  type TargetFile,
  type TestCard,
} from './target-file.ts';
import { checkTargetRules, whyNoHeader } from './target-rules.ts';

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

/** A service to test: where it is, how it is reached, and what may be done to it. */
export interface Target extends MerchantKnowledge {
  readonly name: string;
  readonly environment: TargetFile['environment'];
  /** What the embedded endpoint is for the run; plain when absent. */
  readonly acquirer?: string;
  /** The persons among its data are made up. */
  readonly testData?: 'synthetic';
  /** The {base_url} of the document without a slash at its end; absent until the embedded endpoint has started. */
  readonly baseUrl?: string | undefined;
  readonly merchant: TargetFile['merchant'];
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
  readonly proxy?: {
    readonly server: string;
    readonly bypass?: string;
    readonly username?: string;
    readonly password?: ShownValue;
  };
  readonly cards: readonly TestCard[];
  readonly currencies?: readonly Currency[];
  readonly returnUrl?: string;
  readonly limits: Limits;
  readonly notify?: TargetFile['notify'];
  /** Absolute path of the file with known deviations. */
  readonly deviations?: string;
  /** Who certifies what, and for how long. */
  readonly certification?: Certification;
  readonly optimise?: { readonly path: string; readonly body: JsonObject };
}

/** Reads a target file with its secrets; throws `ConfigurationError` with one line. */
export function loadTarget(file: string, environment: Environment): Target {
  const raw = readTargetFile(file);
  checkTargetRules(raw, file);
  const folder = dirname(resolve(file));
  const use = (key: string): SecretUse => ({ file, folder, key, environment });
  const secret: Holder = (place, key) => secretOf(place, use(key));
  const { key, value, module, fields = [], uppercase = false } = raw.signing;
  const signingKey = key === undefined ? value && secret(value, 'signing.value') : secret(key, 'signing.key');
  const { certification, deviations, optimise } = raw;
  const target: Target = {
    name: raw.name,
    environment: raw.environment,
    ...given({
      acquirer: raw.acquirer,
      testData: raw.environment === 'embedded' ? ('synthetic' as const) : raw.testData,
    }),
    ...(raw.baseUrl === undefined ? {} : { baseUrl: baseUrlOf(raw.baseUrl, `${file}: "baseUrl"`) }),
    merchant: raw.merchant,
    signing: {
      recipe: raw.signing.recipe,
      fields,
      uppercase,
      ...(module === undefined ? {} : { module: resolve(folder, module) }),
      ...(signingKey ? { key: signingKey } : {}),
    },
    capabilities: capabilitiesOf(raw),
    allow:
      raw.allow ??
      (raw.environment === 'embedded' ? ['reads', 'creates', 'moves-money', 'irreversible'] : ['reads']),
    encodings: raw.encodings ?? {},
    headers: headersOf(raw, file, secret),
    tls: tlsOf(raw, folder, secret),
    ...given({ proxy: raw.proxy && proxyOf(raw.proxy, secret) }),
    cards: cardsOf(raw, use('cards')),
    ...knowledgeOf(raw, file),
    ...given({ returnUrl: raw.returnUrl }),
    limits: limitsOf(raw),
    ...given({ notify: raw.notify }),
    ...(deviations === undefined ? {} : { deviations: resolve(folder, deviations) }),
    ...(certification === undefined
      ? {}
      : { certification: readCertificationFile(resolve(folder, certification)) }),
    ...given({ optimise: optimise && { path: optimise.path, body: optimise.body ?? {} } }),
  };
  requireCards(target, file);
  checkOutcomes(target, file);
  // The embedded endpoint gets its key when it starts; every other secret must be there before anything is sent.
  if (target.environment !== 'embedded') demandSafeSecrets(target, file);
  return target;
}

type Place = string | Parameters<typeof readSecret>[0];
type Holder = (place: Place, key: string) => ShownValue;

function secretOf(place: Place, use: SecretUse): ShownValue {
  if (typeof place === 'string') return { shown: place, reveal: () => place };
  const shown = 'env' in place ? `$${place.env}` : `$(cat ${place.file})`;
  return { shown, reveal: () => readSecret(place, use) };
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
  return checkCards(readSecretText(cards, use), `${use.file}: what "cards" names`);
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
function demandSafeSecrets({ signing, headers, tls, proxy }: Target, file: string): void {
  const held: Readonly<Record<string, ShownValue | undefined>> = table({
    [signing.recipe === 'fixed' ? 'signing.value' : 'signing.key']: signing.key,
    'tls.clientCertificate.passphrase': tls.clientCertificate?.passphrase,
    'proxy.password': proxy?.password,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`headers.${name}`, value])),
  });
  for (const [key, value] of Object.entries(held)) {
    if (value === undefined) continue;
    const secret = value.reveal();
    // What stands openly in the target file is no secret.
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
    `CONFORMANCE_EMBEDDED_URL is set by the suite for its own endpoint, on loopback; received ${JSON.stringify(embedded)}.`,
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
