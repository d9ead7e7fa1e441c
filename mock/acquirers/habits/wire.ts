import { operationOf } from '../../../schemas/operations.ts';
import { table } from '../../../schemas/table.ts';
import { answeringEarly, rewiring } from '../../behaviour.ts';
import { refusedInText } from '../../reply.ts';
import type { Habit } from '../acquirer.ts';
import { refusingCalls } from './payments.ts';

const encodings: Readonly<Record<string, string>> = table({
  'application/json': 'json',
  'application/xml': 'xml',
  'application/x-www-form-urlencoded': 'form',
});

/** Bodies must have the declared type of the operation, if it declares one. */
export const declaredTypesOnly: Habit = {
  insists:
    'Redirect payments and subscription cancellations come as XML, batches, APM payments and payouts as JSON, searches as forms; a direct payment comes as it likes.',
  because:
    '4.2 to 4.11 declare these body types; the header of the sample commands differs from them (C-01).',
  change: refusingCalls(({ operation, encoding }) => {
    const { declares } = operationOf(operation);
    return declares === undefined || encodings[declares] === encoding
      ? undefined
      : `the body is written as ${encoding}, and ${declares} is expected`;
  }, 'schema'),
};

/** Requests above the rate limit are answered with 429. */
export function limitsRate(perSecond: number): Habit {
  return {
    insists: `At most ${perSecond} requests are taken within a second; another one is answered with 429 and Retry-After.`,
    because: 'Section 8: request rate limits are not shown.',
    change: (behaviour) => {
      const arrivals: number[] = [];
      return answeringEarly(() => {
        const now = performance.now();
        while (arrivals[0] !== undefined && arrivals[0] <= now - 1000) arrivals.shift();
        if (arrivals.length >= perSecond)
          return refusedInText(429, 'application/json', '{"error":"too many requests"}', {
            'retry-after': '1',
          });
        arrivals.push(now);
        return undefined;
      })(behaviour);
    },
  };
}

/** Answers are compressed with gzip and sent in chunks. */
export const packsAnswers: Habit = {
  insists: 'Answers are packed with gzip for clients that accept it, and sent in chunks without a length.',
  because: 'HTTP leaves content and transfer codings to the sender; the document names none.',
  change: rewiring((wire) => ({ ...wire, gzip: true, chunked: true })),
};

/** Each answer sets a cookie that clients need not send back. */
export const setsCookies: Habit = {
  insists: 'Each answer sets a cookie of the load balancer; clients need not send it back.',
  because: '4 and 5.6: headers are not shown.',
  change: rewiring((wire, { operation }) => ({
    ...wire,
    headers: { ...wire.headers, 'set-cookie': `lb=${operation.length % 3}; Path=/; HttpOnly` },
  })),
};

/** All paths have this prefix. */
export function behindPrefix(prefix: string): Habit {
  return {
    insists: `All paths lie below ${prefix}, which is part of {base_url}.`,
    because: 'Section 4: all paths are relative to {base_url}.',
    setting: { prefix },
  };
}

/** HTTPS with server and client certificates. */
export const mutualTls: Habit = {
  insists:
    'It speaks https with a certificate of its own authority, and accepts only clients with a certificate of that authority.',
  because:
    'The document says nothing about the transport, and 5.6 shows no credential besides encryption_data.',
  setting: { mutualTls: true },
};

/** Queries are answered only for registered addresses. */
export function registeredAddresses(...addresses: string[]): Habit {
  return {
    insists: `The query is answered to registered addresses only: ${addresses.join(', ')}.`,
    because: '4.4 and 5.4: the merchant registers its IP addresses before use.',
    setting: { addresses },
  };
}
