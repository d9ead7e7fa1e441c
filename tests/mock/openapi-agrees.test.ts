import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import { endpointOf } from '../../proof/replay.ts';
import { buildOpenApi, componentName } from '../../schemas/openapi.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { openCaller, signing } from './caller.ts';
import { callAround } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

// Knows JSON Schema and the document, and nothing of our vocabulary, judge or rules.
const stock = new Ajv2020({ strict: false, validateFormats: false });
stock.addSchema({ $id: 'openapi', ...buildOpenApi() });

const inJson = documentedOperations.filter(({ answers }) => answers === 'json').map(({ id }) => id);

/** The answers of status 200 to right requests of an operation, as the stock reader of JSON has them. */
function answersTo(operation: DocumentedOperationId, exchanges: readonly JudgedExchange[]): JsonObject[] {
  return exchanges.flatMap(({ exchange: { operation: called, sent, received } }) =>
    called === operation && sent.intent === 'valid' && received.kind === 'answer' && received.status === 200
      ? [JSON.parse(Buffer.from(received.body).toString()) as JsonObject]
      : [],
  );
}

function fits(operation: DocumentedOperationId, answer: JsonObject): boolean {
  const name = componentName(`${operation}.answer.schema.json`);
  // By its name it is compiled once, and not anew for each answer.
  return stock.validate(`openapi#/components/schemas/${name}`, answer) === true;
}

async function callAt(place: string, operation: DocumentedOperationId): Promise<JsonObject[]> {
  const caller = openCaller(mock.url + place);
  await callAround(caller, operation);
  return answersTo(operation, caller.exchanges);
}

describe('a stock validator of the OpenAPI document', () => {
  test.each(inJson)('finds the plain answers of %s in order', async (operation) => {
    const answers = await callAt('', operation);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter((answer) => !fits(operation, answer))).toEqual([]);
  });

  // What only samples show, or is listed without being required, is not in the document's schemas.
  const sayable = faults.filter(
    ({ id, clause }) =>
      /-(wrong-type|off-shape)$/.test(id) || (id.endsWith('-absent') && clause.endsWith('/present')),
  );
  test.each(inJson)('misses no wrong type, shape or absence of %s', async (operation) => {
    const own = sayable.filter((fault) => fault.operation === operation);
    expect(own.length).toBeGreaterThan(3);
    // The calls around an endpoint without a memory are put again to each of the faults, which has none either.
    const plain = await startMock({ signing });
    const caller = openCaller(plain.url);
    await callAround(caller, operation).finally(() => plain.close());
    const missed: string[] = [];
    for (const { id } of own) {
      const answer = endpointOf({ signing, fault: id }).open();
      let isSeen = false;
      for (const { exchange, judgement } of caller.exchanges) {
        const received = (await answer(exchange)) ?? exchange.received;
        const judged = { exchange: { ...exchange, received }, judgement };
        isSeen = answersTo(operation, [judged]).some((value) => !fits(operation, value));
        if (isSeen) break;
      }
      if (!isSeen) missed.push(id);
    }
    expect(missed).toEqual([]);
  });
});
