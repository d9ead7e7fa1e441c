import { describe, expect, test } from 'vitest';
import type { BehaviourOf } from '../../mock/behaviour.ts';
import { dialects } from '../../mock/dialects/registry.ts';
import { plainBehaviour } from '../../mock/plain.ts';
import { answerCall, openWorld } from '../../mock/world.ts';
import { openWorlds } from '../../mock/worlds.ts';
import { onceFor } from '../../schemas/once-for.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { openCaller, signing } from './caller.ts';
import { callAround } from './journey.ts';

/** All answers with this behaviour to the calls around some operations, each with the path that was called. */
async function answersOf(
  behaviourOf: BehaviourOf,
  around: readonly DocumentedOperationId[] = documentedOperations.map(({ id }) => id),
): Promise<readonly string[]> {
  const answers: string[] = [];
  const world = openWorld('any', behaviourOf, { signing });
  const caller = openCaller('http://service.test', {
    answer(path, headers, body) {
      const contentType = headers['content-type'];
      const call = { path, contentType, bytes: Buffer.from(body), address: '::1', base: '', prefix: '' };
      const { wire, notices } = answerCall(world, call);
      const bytes = Buffer.from(wire.body);
      answers.push(JSON.stringify([path, { ...wire, body: bytes.toString('base64') }, notices.length]));
      return { kind: 'answer', status: wire.status, headers: wire.headers, body: bytes, durationMs: 1 };
    },
  });
  for (const operation of around) await callAround(caller, operation);
  return answers;
}

const plainAnswers = onceFor(({ id }: { readonly id: DocumentedOperationId }) =>
  answersOf(() => plainBehaviour, [id]),
);

const limited = dialects.flatMap(({ touches, ...dialect }) => (touches ? [{ ...dialect, touches }] : []));

describe.each(limited)('the dialect $name', ({ name, change, touches }) => {
  test('would answer nothing else in its own way', async () => {
    const changed = change(plainBehaviour);
    const everywhere = await answersOf(() => changed);
    const { behaviourOf } = openWorlds({ dialect: name }, {}).main;
    expect(await answersOf(behaviourOf)).toEqual(everywhere);
  });

  test('answers each operation that it touches in its own way', async () => {
    const changed = change(plainBehaviour);
    const idle: string[] = [];
    for (const touched of touches) {
      const plain = await plainAnswers(operationOf(touched));
      const own = await answersOf(
        (operation) => (operation === touched ? changed : plainBehaviour),
        [touched],
      );
      if (JSON.stringify(own) === JSON.stringify(plain)) idle.push(touched);
    }
    expect(idle).toEqual([]);
  });
});
