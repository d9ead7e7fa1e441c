import { objectOf } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import { mayBeDone } from '../schemas/states.ts';
import type { DocumentedOperationId, Encoding, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { currencyCodes } from '../targets/merchant-knowledge.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Settings } from '../targets/settings.ts';
import { type Asker, type Asking, bodyOf } from './ask.ts';
import type { Case, TwinKind } from './case.ts';
import { claimOf } from './causes/answers.ts';

/** Most requests that find out why one operation was not accepted. */
const mostTwins = 3;

const oddSignature = 'f'.repeat(64);

interface Twin {
  readonly body: JsonObject;
  readonly how: Asking;
}

function otherEncoding({ main }: Pick<Case, 'main'>, operation: DocumentedOperationId): Asking {
  const { encoding } = main.exchange.sent;
  const declared = operationOf(operation).declares;
  const byType = { 'application/json': 'json', 'application/xml': 'xml' } as Record<string, Encoding>;
  const wanted = declared === undefined ? 'json' : (byType[declared] ?? 'form');
  const other: Encoding = wanted === encoding ? (encoding === 'json' ? 'form' : 'json') : wanted;
  return { encoding: other, intent: 'odd', caseName: `twin as ${other}` };
}

const unknown = 'unknown-transaction';

/** The members of a body that say which payment or subscription it is about, with one that nobody has. */
function ofUnknownOrder(body: JsonObject): JsonObject {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [[name, value.map((entry) => ({ ...objectOf(entry), transaction_id: unknown, order_no: unknown }))]]
      : [],
  );
  return { ...Object.fromEntries(entries), ...('recurring_id' in body ? { recurring_id: unknown } : {}) };
}

function twinOf(
  kind: TwinKind,
  body: JsonObject,
  main: JudgedExchange,
  { target }: Settings,
): Twin | undefined {
  const { operation } = main.exchange;
  const odd = (caseName: string, more: JsonObject = {}): Twin => ({
    body: { ...body, ...more },
    how: { intent: 'odd', caseName },
  });
  switch (kind) {
    case 'signature': {
      const { how } = odd('twin with a wrong signature');
      return { body, how: { ...how, signature: oddSignature } };
    }
    case 'merchant':
      return odd('twin of an unknown merchant', { merchant_id: 'unknown-merchant' });
    case 'account':
      return odd('twin of an unknown account', { account_id: 'unknown-account' });
    case 'order':
      return odd('twin of an unknown order', ofUnknownOrder(body));
    case 'encoding':
      return { body, how: otherEncoding({ main }, operation as DocumentedOperationId) };
    case 'card': {
      const other = target.cards.find(
        ({ card, outcome = 'approve' }) => card !== body.card && outcome === 'approve',
      );
      if (other === undefined) return undefined;
      const { card, expiration_month, expiration_year, security_code } = other;
      return {
        body: { ...body, card, expiration_month, expiration_year, security_code },
        how: { caseName: 'twin with another card' },
      };
    }
    case 'currency': {
      const other = ['EUR', 'USD', 'GBP'].find((code) => code !== body.currency);
      const named = currencyCodes(target)?.find((code) => code !== body.currency) ?? other;
      return named === undefined
        ? undefined
        : { body: { ...body, currency: named }, how: { caseName: 'twin in another currency' } };
    }
  }
}

/** Makes the sender of one case's twins: each at most once, three in all, every payment with an order number of its own. */
export function createTwins(
  asker: Asker,
  settings: Settings,
  main: JudgedExchange,
  shape: 'full' | 'minimal',
): (kind: TwinKind) => Promise<JudgedExchange | undefined> {
  const operation = main.exchange.operation as DocumentedOperationId;
  const asked = new Map<TwinKind, Promise<JudgedExchange | undefined>>();
  const send = async (kind: TwinKind) => {
    // What differs from the refused request is the one thing alone, and the order that may be named once.
    const value = main.exchange.sent.value as JsonObject;
    const { encryption_data: _, ...own } = value;
    const fresh = bodyOf(operation, asker.freshHand(shape)) ?? {};
    const named = Object.fromEntries(
      ['order_no', 'request_id'].flatMap((name) =>
        name in own && fresh[name] !== undefined ? [[name, fresh[name]]] : [],
      ),
    );
    const others = isDoubtful ? ofUnknownOrder(own as JsonObject) : {};
    const twin = twinOf(kind, { ...own, ...named, ...others } as JsonObject, main, settings);
    if (twin === undefined) return undefined;
    try {
      return await asker.send(operation, twin.body, twin.how);
    } catch (error) {
      if (isRefusedSend(error)) return undefined;
      throw error;
    }
  };
  // Whoever may have done the first one may do a twin of it, too. Then only wrong callers are tried, about another order, and only
  // where the answer may be a result.
  const isDoubtful = mayBeDone(main);
  const isHarmless = (kind: TwinKind) =>
    (kind === 'signature' || kind === 'merchant') && claimOf(main) === 'likely';
  return (kind) => {
    if (isDoubtful && !isHarmless(kind)) return Promise.resolve(undefined);
    const before = asked.get(kind);
    if (before !== undefined) return before;
    if (asked.size >= mostTwins) return Promise.resolve(undefined);
    const answer = send(kind);
    asked.set(kind, answer);
    return answer;
  };
}
