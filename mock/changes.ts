import { answerSchema, postedFormSchema, staticInputsSchema } from '../schemas/contract.ts';
import { listOf, objectOf } from '../schemas/json.ts';
import { encodeJson, type JsonStyle } from '../schemas/media/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import {
  allOf,
  type Change,
  onAnswer,
  onEveryAnswer,
  onEveryList,
  onPage,
  rewiring,
  styling,
  without,
} from './behaviour.ts';
import { digestOf } from './derive.ts';
import type { Input } from './reply.ts';
import { writeXml } from './write/xml.ts';

// The page and the rules need these whatever a schema lists.
const kept: ReadonlySet<JsonValue> = new Set(['merchant_id', 'account_id', 'encryption_data']);

/** The names that a schema lists without a sentence that requires them, except request-dependent ones. */
function listedNames(schema: JsonObject): string[] {
  return [schema, objectOf(schema.then)]
    .flatMap(({ listed }) => listOf(objectOf(listed).names))
    .filter((name): name is string => typeof name === 'string' && !kept.has(name));
}

/** The members of an answer, or of the static page, that no sentence requires. */
export function listedMembers(operation: DocumentedOperationId): readonly string[] {
  return listedNames(operation === 'redirect-payment' ? staticInputsSchema() : answerSchema(operation));
}

/** The members of a result entry or record that no sentence requires. */
export function listedInEntries(operation: DocumentedOperationId): readonly string[] {
  const { batch, lists } = operationOf(operation);
  const list = objectOf(objectOf(answerSchema(operation).properties)[batch?.field ?? lists?.field ?? '']);
  return listedNames(objectOf(list.items));
}

/** The inputs that the script of the page adds and that no sentence requires. */
export const listedInputs = (): readonly string[] => listedNames(postedFormSchema());

const lacking = (inputs: readonly Input[], names: readonly string[]) =>
  inputs.filter(([name]) => !names.includes(name));

/** Leaves out every field that is listed without a sentence that requires it. */
export const leavingOutListed: Change = allOf(
  onEveryAnswer((value, { operation }) => without(value, ...listedMembers(operation))),
  onEveryList((entries, { operation }) =>
    entries.map((entry) => without(entry, ...listedInEntries(operation))),
  ),
  onPage((page) => ({
    ...page,
    form: { ...page.form, inputs: lacking(page.form.inputs, listedMembers('redirect-payment')) },
    added: lacking(page.added, listedInputs()),
  })),
);

/** Answers carry a signature of their own. */
export function signingAnswers(write: (hex: string) => string): Change {
  return onEveryAnswer((value) => ({
    ...value,
    encryption_data: write(digestOf('answer', JSON.stringify(value))),
  }));
}

/** Answers of these operations carry no signature. */
export function notSigning(operations: readonly DocumentedOperationId[]): Change {
  return onEveryAnswer((value, { operation }) =>
    operations.includes(operation) ? without(value, 'encryption_data') : value,
  );
}

/** Result entries and records come in another order. */
export const shuffling: Change = onEveryList((entries) => [
  ...entries.filter((_entry, at) => at % 2 === 1).reverse(),
  ...entries.filter((_entry, at) => at % 2 === 0),
]);

/** Results of payouts name neither payer nor source. */
export const withoutPayer: Change = onAnswer('payout', (value) =>
  without(value, 'payer', 'source_amount', 'source_currency'),
);

/** JSON in another style. */
export function writingJson(style: JsonStyle, before = '', after = ''): Change {
  return styling({ json: (value) => `${before}${encodeJson(value, style)}${after}` });
}

/** XML in UTF-16 with a byte order mark. */
export function writingUtf16(byteOrder: 'little' | 'big', contentType: string): Change {
  return allOf(
    styling({
      xml: (root, value) =>
        writeXml(root, value, { declaration: '<?xml version="1.0" encoding="UTF-16"?>\n' }),
    }),
    rewiring((wire, _about, reply) => {
      if (reply.form !== 'xml' || typeof wire.body !== 'string') return wire;
      const body = Buffer.from(`\ufeff${wire.body}`, 'utf16le');
      return {
        ...wire,
        headers: { 'content-type': contentType },
        body: byteOrder === 'little' ? body : body.swap16(),
      };
    }),
  );
}

/** Answers without Content-Type. */
export const withoutTypes: Change = styling({ types: { json: undefined, xml: undefined, html: undefined } });
