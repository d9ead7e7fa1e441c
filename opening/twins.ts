import { mayBeDone } from '../schemas/history/states.ts';
import { objectOf } from '../schemas/json.ts';
import { urlIn } from '../schemas/media/url-in.ts';
import { effectOf, operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, Encoding, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { currencyCodes } from '../targets/file/merchant-knowledge.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Settings } from '../targets/settings.ts';
import type { Target } from '../targets/target.ts';
import type { TwinKind } from './case.ts';
import { payAnew } from './new-payment.ts';
import { bodyOf, type OpeningVariation, type Requester } from './requester.ts';

/** Maximum number of twins for one operation that was not accepted, besides the one with another address. */
const mostTwins = 3;

/** A signature that no recipe makes. */
export const oddSignature = 'f'.repeat(64);

interface Twin {
  readonly body: JsonObject;
  readonly how: OpeningVariation;
}

/** The documented encoding of the body, or another one if that was refused. */
function otherEncoding({ exchange: { operation, sent } }: JudgedExchange): OpeningVariation {
  const declared = operationOf(operation as DocumentedOperationId).declares;
  const byType = { 'application/json': 'json', 'application/xml': 'xml' } as Record<string, Encoding>;
  const wanted = declared === undefined ? 'json' : (byType[declared] ?? 'form');
  const encoding = wanted === sent.encoding ? (wanted === 'json' ? 'form' : 'json') : wanted;
  return { encoding, ...oddRequest(`twin as ${encoding}`) };
}

const unknown = 'unknown-transaction';

/**
 * The members of a body that name a payment or subscription, changed to an unknown one: of the order of a refused request
 * nothing is asked again, as it may have been done.
 */
function ofUnknownOrder(body: JsonObject): JsonObject {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && name.endsWith('_orders')
      ? [[name, value.map((entry) => ({ ...objectOf(entry), transaction_id: unknown, order_no: unknown }))]]
      : [],
  );
  return { ...Object.fromEntries(entries), ...('recurring_id' in body ? { recurring_id: unknown } : {}) };
}

/** An address that the service can surely reach: one of its own. */
function atTheService(target: Target): string | undefined {
  const { baseUrl = '' } = target;
  const url = urlIn(baseUrl);
  return url && `${url.origin}/notify`;
}

const oddRequest = (caseName: string) => ({ intent: 'odd', caseName }) as const;

/** Creates each twin of a body; undefined if the target has no alternative. */
const twins: Readonly<
  Record<TwinKind, (body: JsonObject, main: JudgedExchange, target: Target) => Twin | undefined>
> = {
  signature: (body) => ({
    body,
    how: { ...oddRequest('twin with a wrong signature'), signature: oddSignature },
  }),
  merchant: (body) => ({
    body: { ...body, merchant_id: 'unknown-merchant' },
    how: oddRequest('twin of an unknown merchant'),
  }),
  account: (body) => ({
    body: { ...body, account_id: 'unknown-account' },
    how: oddRequest('twin of an unknown account'),
  }),
  order: (body) => ({
    body: { ...body, ...ofUnknownOrder(body) },
    how: oddRequest('twin of an unknown order'),
  }),
  notify(body, _main, target) {
    const own = atTheService(target);
    if (own === undefined || !('notify_url' in body)) return undefined;
    return { body: { ...body, notify_url: own }, how: { caseName: 'twin with another notify_url' } };
  },
  encoding: (body, main) => ({ body, how: otherEncoding(main) }),
  card(body, _main, { cards }) {
    const isOther = ({ card, outcome = 'approve' }: Target['cards'][number]) =>
      card !== body.card && outcome === 'approve';
    const other = cards.find(isOther);
    if (other === undefined) return undefined;
    const { card, expiration_month, expiration_year, security_code } = other;
    const own = { card, expiration_month, expiration_year, security_code };
    return { body: { ...body, ...own }, how: { caseName: 'twin with another card' } };
  },
  currency(body, _main, target) {
    const isOther = (code: string) => code !== body.currency;
    const currency = currencyCodes(target)?.find(isOther) ?? ['EUR', 'USD', 'GBP'].find(isOther) ?? '';
    return { body: { ...body, currency }, how: { caseName: 'twin in another currency' } };
  },
};

/** Returns a function that sends twins of a case: each kind once, with new order numbers. */
export function createTwins(
  requester: Requester,
  settings: Settings,
  main: JudgedExchange,
  shape: 'full' | 'minimal',
): (kind: TwinKind) => Promise<JudgedExchange | undefined> {
  const operation = main.exchange.operation as DocumentedOperationId;
  const asked = new Map<TwinKind, Promise<JudgedExchange | undefined>>();
  /** The members of a body that name a payment or subscription of which nothing was asked; undefined if there is none. */
  const ofUntouched = (): JsonObject | undefined => {
    const { batch } = operationOf(operation);
    const testData = requester.testData('full');
    const isNew = (id: string) =>
      !requester.exchanges.some(
        ({ exchange }) => effectOf(exchange.operation) !== 'reads' && exchange.sent.body.includes(id),
      );
    const order = testData.orders.find(({ transaction_id }) => isNew(transaction_id));
    const subscription = testData.subscriptions.find(({ recurring_id }) => isNew(recurring_id));
    if (batch === undefined) return subscription && { ...subscription };
    const body = order && bodyOf(operation, { ...testData, orders: [order, order] });
    return body && { [batch.field]: body[batch.field] ?? [] };
  };
  const untouched = async (): Promise<JsonObject | undefined> => {
    const { batch, family } = operationOf(operation);
    if (batch === undefined && family !== 'subscription') return {};
    const made = ofUntouched();
    if (made !== undefined) return made;
    await payAnew({ steps: [], requester }, `for a ${operation} in another encoding`);
    return ofUntouched();
  };
  const send = async (kind: TwinKind) => {
    // A twin differs from the refused request only in the one thing, and in order numbers, which may be used once.
    const value = main.exchange.sent.value as JsonObject;
    const { encryption_data: _, ...own } = value;
    const fresh = bodyOf(operation, requester.freshTestData(shape)) ?? {};
    const named = Object.fromEntries(
      ['order_no', 'request_id'].flatMap((name) =>
        name in own && fresh[name] !== undefined ? [[name, fresh[name]]] : [],
      ),
    );
    try {
      const others = kind === 'encoding' ? await untouched() : ofUnknownOrder(own as JsonObject);
      const twin =
        others && twins[kind]({ ...own, ...named, ...others } as JsonObject, main, settings.target);
      return twin && (await requester.send(operation, twin.body, twin.how));
    } catch (error) {
      if (isRefusedSend(error)) return undefined;
      throw error;
    }
  };
  // If the request may have been done, so may its twin.
  const isDoubtful = mayBeDone(main);
  return (kind) => {
    if (isDoubtful) return Promise.resolve(undefined);
    const before = asked.get(kind);
    if (before !== undefined) return before;
    // The address is tried when nothing else explains a refusal.
    if (asked.size >= mostTwins && kind !== 'notify') return Promise.resolve(undefined);
    const answer = send(kind);
    asked.set(kind, answer);
    return answer;
  };
}
