import { mayBeDone } from '../schemas/history/states.ts';
import { objectOf } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, Encoding, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { currencyCodes } from '../targets/file/merchant-knowledge.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Settings } from '../targets/settings.ts';
import type { Target } from '../targets/target.ts';
import { type Asker, type Asking, bodyOf } from './ask.ts';
import type { TwinKind } from './case.ts';
import { claimOf } from './causes/answers.ts';

/** Most requests that find out why one operation was not accepted. */
const mostTwins = 3;

const oddSignature = 'f'.repeat(64);

interface Twin {
  readonly body: JsonObject;
  readonly how: Asking;
}

/** The declared type of the body, or another one where that was refused. */
function otherEncoding({ exchange: { operation, sent } }: JudgedExchange): Asking {
  const declared = operationOf(operation as DocumentedOperationId).declares;
  const byType = { 'application/json': 'json', 'application/xml': 'xml' } as Record<string, Encoding>;
  const wanted = declared === undefined ? 'json' : (byType[declared] ?? 'form');
  const encoding = wanted === sent.encoding ? (wanted === 'json' ? 'form' : 'json') : wanted;
  return { encoding, ...odd(`twin as ${encoding}`) };
}

const unknown = 'unknown-transaction';

/** The members of a body that say which payment or subscription it is about, with one that does not exist. */
function ofUnknownOrder(body: JsonObject): JsonObject {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [[name, value.map((entry) => ({ ...objectOf(entry), transaction_id: unknown, order_no: unknown }))]]
      : [],
  );
  return { ...Object.fromEntries(entries), ...('recurring_id' in body ? { recurring_id: unknown } : {}) };
}

const odd = (caseName: string) => ({ intent: 'odd', caseName }) as const;

/** Makes each twin of a body; none where the target names nothing else. */
const twins: Readonly<
  Record<TwinKind, (body: JsonObject, main: JudgedExchange, target: Target) => Twin | undefined>
> = {
  signature: (body) => ({
    body,
    how: { ...odd('twin with a wrong signature'), signature: oddSignature },
  }),
  merchant: (body) => ({
    body: { ...body, merchant_id: 'unknown-merchant' },
    how: odd('twin of an unknown merchant'),
  }),
  account: (body) => ({
    body: { ...body, account_id: 'unknown-account' },
    how: odd('twin of an unknown account'),
  }),
  order: (body) => ({ body: { ...body, ...ofUnknownOrder(body) }, how: odd('twin of an unknown order') }),
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

/** Makes the sender of one case's twins: each at most once, three in all, every payment with its own order number. */
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
    const twin = twins[kind]({ ...own, ...named, ...others } as JsonObject, main, settings.target);
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
