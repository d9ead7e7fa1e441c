import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { changeAt, isObject } from '../../schemas/json.ts';
import type {
  DocumentedOperationId,
  FieldValues,
  JsonObject,
  JsonValue,
  JudgedExchange,
} from '../../schemas/types.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { acquirerTargetFile } from '../../targets/settings.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { type Caller, type CallerOptions, openCaller } from './caller.ts';
import { bodyOf } from './journey.ts';

const key = 'practice-key-of-the-embedded-endpoint';

/** A merchant of an acquirer: its target file, and a caller that signs and connects as that says. */
export interface Merchant {
  readonly target: Target;
  readonly caller: Caller;
  readonly url: string;
  /** A complete request with everything that the target file says. */
  body(operation: DocumentedOperationId, number?: number): JsonObject;
  /** Another caller of the same acquirer. */
  call(how: CallerOptions): Caller;
}

/** Starts an acquirer for one test, and opens its merchant. */
export async function openMerchant(name: string): Promise<Merchant> {
  const mock = await startMock({ acquirer: name, signing: { recipe: 'hmac-sha256', key } });
  onTestFinished(() => mock.close());
  const target = loadTarget(acquirerTargetFile(name), { CONFORMANCE_MOCK_KEY: key });
  const { sign } = await createSigner(target);
  const how = { sign, ...tlsOf(target) };
  let made = 0;
  return {
    target,
    caller: openCaller(mock.url, how),
    url: mock.url,
    body(operation, number = 0) {
      made += 1;
      return obeying(target, operation, bodyOf(operation, 'full', number), made);
    },
    call: (other) => openCaller(mock.url, { ...how, ...other }),
  };
}

function tlsOf({ tls: { authorityFile, clientCertificate } }: Target): Pick<CallerOptions, 'tls'> {
  if (authorityFile === undefined || clientCertificate === undefined) return {};
  const read = (path: string) => readFileSync(path, 'utf8');
  const { certificateFile, keyFile } = clientCertificate;
  return { tls: { ca: read(authorityFile), cert: read(certificateFile), key: read(keyFile) } };
}

function withFields(body: JsonObject, fields: FieldValues): JsonObject {
  return Object.entries(fields).reduce<JsonObject>((changed, [name, value]) => {
    const next: JsonValue | undefined = changeAt(changed, name.split('.'), () => value);
    return isObject(next) ? next : changed;
  }, body);
}

function documented(body: JsonObject, fields: FieldValues = {}): FieldValues {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in body));
}

/** A request as a merchant sends it who knows what the target file says. */
function obeying(
  target: Target,
  operation: DocumentedOperationId,
  full: JsonObject,
  made: number,
): JsonObject {
  const fixed = { ...documented(full, target.fixed?.['*']), ...target.fixed?.[operation] };
  const body = withFields({ ...full, merchant_id: target.merchant.merchant_id }, fixed);
  if (operation === 'payout') {
    const { fields, ...corridor } = target.payouts?.[0] ?? {};
    return withFields({ ...body, payment_amount: '1500', source_amount: '1500', ...corridor }, fields ?? {});
  }
  if (!operation.endsWith('-payment')) return body;
  const { currency = 'EUR' } = target.currencies?.[0] ?? {};
  const order = {
    ...body,
    order_no: `${target.orderNumbers?.prefix ?? ''}N${String(made).padStart(11, '0')}`,
    currency,
    ...money,
  };
  if (operation === 'apm-payment') {
    const { fields, ...method } = target.apmMethods?.[0] ?? {};
    return withFields({ ...order, ...method }, fields ?? {});
  }
  const terms = { ...(full.subscription as JsonObject), ...target.subscription };
  const paid = { ...order, subscription: terms };
  if (operation !== 'direct-payment') return paid;
  const card = target.cards.find(({ outcome = 'approve' }) => outcome === 'approve');
  if (card === undefined) throw new Error('the target file names no card that is approved');
  const { outcome: _outcome, resultCode: _code, ...fields } = card;
  return { ...paid, ...fields };
}

const money = {
  amount: '120.50',
  item_total: '120.50',
  shipping: '2.00',
  handling: '0.00',
  tax_total: '3.00',
  insurance: '0.00',
  shipping_discount: '2.00',
  discount: '3.00',
};

/** The order that an accepted payment made, as batches name it. */
export function orderFrom({ exchange, judgement }: JudgedExchange): JsonObject {
  const { order_no = '', currency = '', amount = '' } = exchange.sent.value as JsonObject;
  const { transaction_id = '' } = (judgement.answer as { respon?: JsonObject } | undefined)?.respon ?? {};
  return { transaction_id, order_no, currency, amount };
}
