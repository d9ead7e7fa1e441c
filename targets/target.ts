import { dirname, resolve } from 'node:path';
import type { Certification } from '../schemas/certification.ts';
import { defined } from '../schemas/defined.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { type JsonObject, type OperationId, operationIds } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { type Limits, limitsOf } from './file/limits.ts';
import { currenciesOf } from './file/merchant-knowledge.ts';
import {
  type Environment,
  placeWords,
  readSecret,
  readSecretText,
  type SecretUse,
  whyTooShort,
} from './file/secret.ts';
import { checkCards, readCertificationFile, readTargetFile, withReplaced } from './file/target-file.ts';
import type { Currency, TargetFile, TargetKeys, TestCard } from './file/target-keys.ts';
import { baseUrlOf, checkTargetRules, whyNoHeader } from './file/target-rules.ts';

/** A value that is sent, but shown only as the name of its variable or file. */
export interface ShownValue {
  readonly shown: string;
  /** The value itself, hidden from printing and JSON. */
  reveal(): string;
}

/** The keys of a target file with secrets to reveal and absolute paths. */
type Read = TargetKeys<ShownValue, ShownValue>;

/** The recipe of encryption_data; its key or fixed value is read on demand. */
export type Signing = Omit<Read['signing'], 'value'> &
  Required<Pick<Read['signing'], 'fields' | 'uppercase'>>;

/** The keys of a target file that are completed when it is read. */
interface Completed extends Required<Pick<Read, 'allow' | 'encodings' | 'headers'>> {
  /** The {base_url} of the document without a final slash; absent until the embedded endpoint has started. */
  readonly baseUrl?: string | undefined;
  readonly signing: Signing;
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly tls: NonNullable<Read['tls']> & { readonly verify: boolean };
  readonly cards: readonly TestCard[];
  readonly currencies?: readonly Currency[];
  readonly limits: Limits;
  /** Who certifies what, and for how long. */
  readonly certification?: Certification;
  readonly optimise?: Required<NonNullable<Read['optimise']>>;
}

/** A service to test: its address, how to reach it, and what may be done to it. Other keys are as in its file. */
export type Target = Omit<Read, keyof Completed> & Completed;

/** Reads a target file with its secrets, `checked` or not as in `readTargetFile`; throws `ConfigurationError` in one line. */
export function loadTarget(file: string, environment: Environment, checked?: string): Target {
  const raw = readTargetFile(file, checked);
  checkTargetRules(raw, file);
  const folder = dirname(resolve(file));
  const use = (key: string): SecretUse => ({ file, folder, key, environment });
  const secrets = new Map<string, ShownValue>();
  const read = withReplaced(raw as unknown as JsonObject, {
    path: (path) => resolve(folder, String(path)),
    secret(place, key) {
      const value = secretOf(place as Place, use(key));
      secrets.set(key, value);
      return value;
    },
  }) as Read;
  const { baseUrl, certification, currencies: _, optimise, headers = {}, ...rest } = read;
  const { value, ...signing } = read.signing;
  const isOwn = raw.environment === 'embedded';
  const target: Target = {
    ...rest,
    signing: { fields: [], uppercase: false, ...signing, ...defined({ key: signing.key ?? value }) },
    tls: { verify: true, ...read.tls },
    ...defined({
      baseUrl: baseUrl === undefined ? undefined : baseUrlOf(baseUrl, `${file}: "baseUrl"`),
      currencies: currenciesOf(raw),
      certification: certification === undefined ? undefined : readCertificationFile(certification),
      optimise: optimise && { body: {}, ...optimise },
    }),
    capabilities: capabilitiesOf(raw),
    allow: raw.allow ?? (isOwn ? ['reads', 'creates', 'moves-money', 'irreversible'] : ['reads']),
    encodings: raw.encodings ?? {},
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]),
    ),
    cards: cardsOf(raw, use('cards')),
    limits: limitsOf(raw),
  };
  requireCards(target, file);
  checkOutcomes(target, file);
  // The embedded endpoint gets its key when it starts; all other secrets must exist before the first request.
  if (!isOwn) demandSafeSecrets(secrets, file);
  return target;
}

type Place = string | Parameters<typeof readSecret>[0];

function secretOf(place: Place, use: SecretUse): ShownValue {
  if (typeof place === 'string') return { shown: place, reveal: () => place };
  const shown = 'env' in place ? `$${place.env}` : `$(cat ${place.file})`;
  return { shown, reveal: () => readSecret(place, use) };
}

function capabilitiesOf({ capabilities = {}, optimise, capture }: TargetFile): Record<OperationId, boolean> {
  // With automatic capture, a capture call is refused.
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

// On a live service a test card number may be a real one, so the suite never uses its own.
function requireCards(target: Target, file: string): void {
  const needed =
    target.capabilities['direct-payment'] && target.allow.includes(operationOf('direct-payment').effect);
  if (target.environment === 'embedded' || !needed || target.cards.length > 0) return;
  throw new ConfigurationError(
    `${file}: "cards" is missing; "allow" permits card payments, and on a ${target.environment} target the cards come from its operator.`,
  );
}

// A service may decline a number by its code or expiry, so equal cards must agree in all of these.
const cardKey = ({ card, expiration_month, expiration_year, security_code }: TestCard) =>
  JSON.stringify([card, expiration_month, expiration_year, security_code]);

// Card numbers are never shown, so errors name the position.
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

// Reading them also reveals a missing one at once.
function demandSafeSecrets(secrets: ReadonlyMap<string, ShownValue>, file: string): void {
  for (const [key, value] of secrets) {
    const secret = value.reveal();
    // A value written openly in the target file is no secret.
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
 * A target at the address of the environment: `base` from the user, `embedded` from the suite for its own endpoint. A
 * user's address without a target file is an unknown service: it gets only reads, under careful limits.
 */
export function resolvedTarget(
  target: Target,
  base: string | undefined,
  embedded: string | undefined,
): Target {
  if (base !== undefined) {
    const baseUrl = baseUrlOf(base, 'CONFORMANCE_BASE_URL');
    return target.environment === 'embedded' ? unknownServiceAt(baseUrl, target) : { ...target, baseUrl };
  }
  if (embedded === undefined || target.environment !== 'embedded') return target;
  const baseUrl = baseUrlOf(embedded, 'CONFORMANCE_EMBEDDED_URL');
  if (isLoopback(new URL(baseUrl).hostname)) return { ...target, baseUrl };
  throw new ConfigurationError(
    `CONFORMANCE_EMBEDDED_URL is set by the suite for its own endpoint, on loopback; found ${JSON.stringify(embedded)}.`,
  );
}

/** Returns whether a host name is a loopback name. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(host);
}

function unknownServiceAt(baseUrl: string, target: Target): Target {
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
