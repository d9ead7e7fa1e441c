import { clauseOf } from '../../../schemas/clauses.ts';
import { answerSchema, coreMembersOf } from '../../../schemas/contract.ts';
import { isObject, listOf, objectOf, valueAt } from '../../../schemas/json.ts';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { operationOf } from '../../../schemas/operations.ts';
import { placesOf } from '../../../schemas/schema-places.ts';
import type { DocumentedOperationId, Exchange, JsonObject, JsonValue } from '../../../schemas/types.ts';
import { exchangeOf } from '../exchange-of.ts';
import { answers } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { type Place, without, withValue } from './edit.ts';
import { requests } from './requests.ts';

/** One change of a conforming answer, found in its schema, and the clause that the schema gives to it. */
interface Mutation {
  readonly what: string;
  readonly clause: string;
  readonly place: Place;
  /** Absent takes the member away. */
  readonly value?: JsonValue;
  /** The request must not have sent a value to compare with. */
  readonly unsent?: true;
}

function unknownRequest(exchange: Exchange): Exchange {
  return { ...exchange, sent: { ...exchange.sent, unknown: true } };
}

/** Every deviation that the answer schema of an operation names: absent, of the wrong type, off the pattern. */
export function mutationsOf(
  operation: Exclude<DocumentedOperationId, 'redirect-payment'>,
): readonly Deviation[] {
  const isXml = operationOf(operation).answers === 'xml';
  return [...mutations(answerSchema(operation), answers[operation], isXml)].map(
    ({ what, clause, place, value, unsent }) => {
      const answer =
        value === undefined
          ? without(answers[operation], place)
          : withValue(answers[operation], place, value);
      // A request that lacks what it must carry is judged itself; so nothing is known of this one.
      const isCarried = coreMembersOf(operation).includes(String(place[0])) && place.length === 1;
      const request =
        unsent && !isCarried && place.at(-1) !== 'encryption_data'
          ? without(
              requests[operation],
              place.map((step) => (typeof step === 'number' ? '[]' : step)),
            )
          : requests[operation];
      const body = isXml ? encodeXml(answer, { root: 'respon' }) : (answer as JsonObject);
      return {
        title: `${operation} ${place.join('.')} ${what}`,
        clause,
        exchange:
          unsent && isCarried
            ? unknownRequest(exchangeOf(operation, request, body))
            : exchangeOf(operation, request, body),
      };
    },
  );
}

function* mutations(schema: JsonObject, answer: JsonValue, isXml: boolean): Generator<Mutation> {
  for (const { schema: part, steps } of placesOf(schema)) {
    const place = steps.map((step) => (step === '[]' ? 0 : step));
    const value = valueAt(answer, place);
    if (value !== undefined && place.length > 0) yield* ofValue(part, value, place, isXml);
    if (!isObject(value)) continue;
    yield* ofMembers(part, value, place);
    yield* ofMembers(objectOf(part.then), value, place);
    const loose = clauseAt(objectOf(part.additionalProperties), 'type');
    if (loose === undefined) continue;
    yield {
      what: 'has a number beside its strings',
      clause: loose,
      place: [...place, 'zz_extra'],
      value: 7,
    };
  }
}

function* ofMembers(schema: JsonObject, value: JsonObject, place: Place): Generator<Mutation> {
  for (const [name, clause] of Object.entries(objectOf(objectOf(schema.clause).required))) {
    if (name in value) yield { what: 'is absent', clause: String(clause), place: [...place, name] };
  }
  const listed = objectOf(schema.listed);
  const names = [listed.names, listed.ifSent, ...Object.values(objectOf(listed.when))].flat();
  for (const name of names) {
    if (typeof name === 'string' && name in value && !isUnexpected(place, name)) {
      yield { what: 'is absent though listed', clause: String(listed.clause), place: [...place, name] };
    }
  }
}

// A query has no subscription in its request, the complete payment names no stored card, and the document ties risk reasons to no
// field of a request.
function isUnexpected(place: Place, name: string): boolean {
  return name === 'subscription_result' || (/^(?:risk_reasons|token_id)$/.test(name) && place.length === 0);
}

/** Numbers that say success as the texts do: any other value of these members is a refusal, which owes no type. */
const sameInNumbers: Readonly<Record<string, number>> = {
  cancel_status: 1,
  failure_reason: 0,
  failure_type: 0,
};

function* ofValue(schema: JsonObject, value: JsonValue, place: Place, isXml: boolean): Generator<Mutation> {
  const types = [schema.type].flat();
  const typed = clauseAt(schema, 'type');
  if (typed !== undefined && schema.type !== undefined) {
    const wrong = isXml ? { child: '1' } : (sameInNumbers[String(place.at(-1))] ?? wrongFor(types));
    const fits = wrong === undefined || (isXml && types.includes('object'));
    // A value whose type no sentence states is compared with what was sent, whatever its type.
    const unsent = clauseOf(typed).evidence === 'stated' ? {} : ({ unsent: true } as const);
    if (!fits) yield { what: 'has another type', clause: typed, place, value: wrong, ...unsent };
  }
  if (typeof value !== 'string') return;
  for (const keyword of ['pattern', 'anyOf'] as const) {
    const clause = schema[keyword] === undefined ? undefined : clauseAt(schema, keyword);
    const home = keyword === 'anyOf' ? objectOf([schema.anyOf].flat()[0]) : schema;
    for (const misfit of textsOf(home)) {
      if (clause !== undefined)
        yield {
          what: `is ${JSON.stringify(misfit)}`,
          clause: isLaidOut(home, misfit) ? clause.replace('/shape', '/calendar') : clause,
          place,
          value: misfit,
          unsent: true,
        };
    }
  }
  const soft = objectOf(schema.sampled);
  const clause = objectOf(schema.clause).sampled;
  for (const misfit of textsOf(soft)) {
    if (typeof clause === 'string')
      yield { what: `is ${JSON.stringify(misfit)}`, clause, place, value: misfit, unsent: true };
  }
}

// Five near misses say as much as all of them.
function textsOf(schema: JsonObject): readonly string[] {
  const texts = listOf(schema.misfits).filter((misfit): misfit is string => typeof misfit === 'string');
  // A blank text is absence, and no broken shape; what is laid out well is judged by the format.
  return texts
    .filter((text) => text.trim() !== '' && (schema.format !== undefined || !isLaidOut(schema, text)))
    .slice(0, 5);
}

const isLaidOut = ({ pattern }: JsonObject, text: string) => new RegExp(String(pattern), 'u').test(text);

function wrongFor(types: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  if (types.includes('string')) return 7;
  return types.includes('integer')
    ? '7'
    : types.includes('array') || types.includes('object')
      ? 'text'
      : undefined;
}

function clauseAt(schema: JsonObject, keyword: string): string | undefined {
  const clause = isObject(schema.clause) ? schema.clause[keyword] : schema.clause;
  return typeof clause === 'string' ? clause : undefined;
}
