import fc from 'fast-check';
import { coreOf, requestSchema } from '../schemas/contract.ts';
import { given } from '../schemas/given.ts';
import { onceFor } from '../schemas/once-for.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import { generatorOf } from './registry.ts';
import type { RequestCase, Shape } from './request.ts';
import { keepApart } from './valid/apart.ts';
import { type Draft, draftOf } from './valid/draft.ts';
import { putKnown } from './valid/put-known.ts';
import { plainLetters } from './values/plain-letters.ts';
import { type Scene, scenes } from './values/scene.ts';

const drafts = new Map<string, fc.Arbitrary<Draft>>();

/** The arbitrary of an operation's drafts: what fast-check draws of a request before its scene is known. */
function draftsOf(operation: DocumentedOperationId, shape: Shape, entries?: number): fc.Arbitrary<Draft> {
  // Walking a schema of a hundred fields costs more than drawing from it.
  const key = `${operation} ${shape} ${entries ?? 'any'}`;
  const { batch } = operationOf(operation);
  const known =
    drafts.get(key) ??
    draftOf(requestSchema(operation), '', {
      shape,
      core: coreOf(operation),
      ...given({ batch: batch?.field, limit: batch?.limit }),
      ...given({ entries }),
    });
  drafts.set(key, known);
  return known;
}

const keptOf = onceFor((_context: MakeContext) => new Map<string, fc.Arbitrary<RequestCase>>());

/** The arbitrary that was made of these words for a context, or a new one: a run asks for few kinds of requests, often. */
function keptFor(
  context: MakeContext,
  words: string,
  make: () => fc.Arbitrary<RequestCase>,
): fc.Arbitrary<RequestCase> {
  const kept = keptOf(context);
  const made = kept.get(words) ?? make();
  kept.set(words, made);
  return made;
}

/**
 * Draws requests that obey every clause on the caller, unsigned; `entries` fixes the size of a batch. Expected to be
 * accepted where every documented field stands: what may be left out, and how long a text may be, is not shown.
 */
export function validRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape = 'any',
  entries?: number,
): fc.Arbitrary<RequestCase> {
  return keptFor(context, `${operation} ${shape} ${entries}`, () =>
    requestsOf(operation, shape, scenes(operation, context, shape), entries),
  );
}

/** Draws full batches whose orders are put in afterwards: until then their entries only have numbers that tell them apart. */
export function boundRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  entries: number,
): fc.Arbitrary<RequestCase> {
  return keptFor(context, `${operation} bound ${entries}`, () =>
    requestsOf(operation, 'full', scenes(operation, context, 'full', true), entries),
  );
}

// A shape of other letters is about them.
function lettersOf(body: JsonObject, { context, shape }: Scene): JsonObject {
  return context.letters === 'plain' && shape !== 'unicode' ? (plainLetters(body) as JsonObject) : body;
}

/** Leaves out one of two members that contradict each other, unless the merchant says a value of them. */
function consistent(body: JsonObject, { context, known, salt }: Scene): JsonObject {
  if (context.contradictions === 'kept') return body;
  const isSaid = (steps: readonly string[]) => known[steps.join('.')] !== undefined;
  return keepApart(body, ({ many, few }) => {
    if (isSaid(many) || isSaid(few)) return undefined;
    return salt % 2 === 0 ? few : many;
  });
}

function requestsOf(
  operation: DocumentedOperationId,
  shape: Shape,
  drawn: fc.Arbitrary<Scene>,
  entries?: number,
): fc.Arbitrary<RequestCase> {
  const { agree, shown } = generatorOf(operation);
  const expectation = shown.includes(shape) ? 'accepted' : 'not-shown';
  return fc.tuple(drawn, draftsOf(operation, shape, entries)).map(([scene, draft]) => ({
    operation,
    name: shape,
    kind: 'valid',
    // What is fixed counts in the totals, and stays as it is said.
    body: consistent(
      putKnown(agree(putKnown(lettersOf(draft(scene, 0) as JsonObject, scene), scene), scene), scene),
      scene,
    ),
    expectation,
  }));
}
