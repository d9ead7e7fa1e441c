import type { JsonObject } from '../../schemas/types.ts';
import { always, answerWith, pageWith } from './answers.ts';
import { type Arrival, fewRequests, type Misfit, type Treatment } from './misfit.ts';

const impatient = (target: JsonObject): JsonObject => ({
  ...target,
  limits: { ...(target.limits as JsonObject), timeoutMs: 250 },
});

function endsAt(number: number): (arrival: Arrival) => Treatment {
  return (arrival) => (arrival.number >= number ? 'end' : 'pass');
}

function isBrokenJson({ contentType, body }: Arrival): boolean {
  if (!contentType.includes('json')) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

/** Services that are away, overloaded, slow, or die on the way. */
export const outageMisfits: readonly Misfit[] = [
  {
    name: 'maintenance',
    description: 'a gateway answers 503 to everything',
    endpoint: { treat: always(pageWith(503, 'Service Unavailable')) },
    expects: { exit: 3, kind: 'maintenance', most: fewRequests },
  },
  {
    name: 'bad-gateway',
    description: 'a gateway answers 502 to everything',
    endpoint: { treat: always(pageWith(502, '502 Bad Gateway')) },
    expects: { exit: 3, kind: 'maintenance', most: fewRequests },
  },
  {
    name: 'rate-limited',
    description: 'the service answers 429 for ever',
    endpoint: {
      treat: always(
        answerWith(429, 'application/json', '{"message":"Too Many Requests"}', { 'retry-after': '0' }),
      ),
    },
    expects: { exit: 3, kind: 'rate-limit', key: 'limits.requestsPerSecond', most: fewRequests },
  },
  {
    name: 'too-slow',
    description: 'the service takes longer than the target waits',
    target: impatient,
    endpoint: { treat: always('hang') },
    expects: { exit: 3, kind: 'time-out', key: 'limits.timeoutMs', most: fewRequests },
  },
  {
    name: 'cuts-connections',
    description: 'the service takes each connection and closes it without an answer',
    endpoint: { treat: always('cut') },
    expects: { exit: 3, kind: 'unreachable', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'dead',
    description: 'nobody listens',
    endpoint: { dead: true },
    expects: { exit: 3, kind: 'unreachable', key: 'baseUrl', most: 0 },
  },
  {
    name: 'fails-everywhere',
    description: 'the service answers 500 to everything',
    endpoint: { treat: always(answerWith(500, 'application/json', '{"message":"Internal Server Error"}')) },
    expects: { exit: 1, kind: 'refused', most: fewRequests },
  },
  {
    name: 'ends-at-50',
    description: 'the service is ended with the 50th request',
    operation: 'capture',
    endpoint: { treat: endsAt(50) },
    expects: { exit: 3, most: 80 },
  },
  {
    name: 'ends-at-500',
    description: 'the service is ended with the 500th request',
    endpoint: { treat: endsAt(500) },
    expects: { exit: 3, most: 560 },
  },
  {
    name: 'cuts-at-50',
    description: 'from the 50th request on the service takes each connection and closes it without an answer',
    operation: 'capture',
    endpoint: { treat: ({ number }) => (number >= 50 ? 'cut' : 'pass') },
    // After each request that is cut off, a read asks whether anybody is there.
    expects: { exit: 3, most: 120 },
  },
  {
    name: 'dies-of-malformed-json',
    description: 'the service crashes on JSON that is none, and never comes back',
    operation: 'capture',
    endpoint: { treat: (arrival) => (isBrokenJson(arrival) ? 'die' : 'pass') },
    expects: { exit: 3, most: 800 },
  },
  {
    name: 'hangs-at-50',
    description: 'the service answers nothing from the 50th request on',
    operation: 'capture',
    target: impatient,
    endpoint: { treat: ({ number }) => (number >= 50 ? 'hang' : 'pass') },
    // What is under way, and what is odd on purpose, says nothing of whether anybody is there: on a busy machine that is more.
    expects: { exit: 3, most: 100 },
  },
  {
    name: 'refuses-from-200',
    description: 'from the 200th request on the service answers 401 to everything, since a quota is used up',
    endpoint: {
      treat: (arrival) =>
        arrival.number >= 200 ? answerWith(401, 'application/json', '{"message":"quota used up"}') : 'pass',
    },
    // What is odd on purpose counts for nothing.
    expects: { exit: 3, most: 400 },
  },
  {
    name: 'forgets',
    description: 'the service begins anew with each 45th request, and knows nothing of what was before',
    operation: 'capture',
    endpoint: { treat: ({ number }) => (number % 45 === 0 ? 'forget' : 'pass') },
    expects: { exit: 3, most: 800 },
  },
];
