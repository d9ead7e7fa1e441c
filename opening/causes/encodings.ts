import type { SentRequest } from '../../schemas/types.ts';
import { answeredWords, bodyText, statusOf } from '../answer-words.ts';
import type { Case, Suspicion } from '../case.ts';
import { isSameAnswer } from '../same-answer.ts';

const hints =
  /content-?type|media type|unsupported|parse|syntax|malformed|json|xml|urlencoded|unexpected token/i;

/** Tells whether an answer makes one think of the form of the body. */
export function hintsAtBody({ main }: Case): boolean {
  const status = statusOf(main) ?? 0;
  return status === 415 || status === 406 || (status >= 400 && hints.test(bodyText(main)));
}

const types = /\b(?:application|text)\/(?:json|xml|x-www-form-urlencoded)|content-?type|media type/i;

/** Tells whether an answer says that it is the type of the body, so that the caller was not looked at. */
export function speaksOfType({ main }: Case): boolean {
  const status = statusOf(main) ?? 0;
  return status === 415 || (status >= 400 && types.test(bodyText(main)));
}

/** The layout of a request as a target file names it: that of XML has a root (4.3, 4.8). */
function layoutOf({ encoding, body }: SentRequest): string {
  const [, root] = /<([A-Za-z_][\w.-]*)/.exec(body) ?? [];
  const named = encoding === 'xml' && root !== undefined ? `, "xmlRoot": "${root}"` : '';
  return `{ "encoding": "${encoding}"${named} }`;
}

/** The service reads another body type than the one that was sent. */
export const encodings: Suspicion = {
  kind: 'encodings',
  async explain(one) {
    if (one.main.exchange.received.kind === 'none') return undefined;
    if (one.accepted.size === 0 && !hintsAtBody(one)) return undefined;
    const twin = await one.twin('encoding');
    if (twin === undefined) return undefined;
    const { sent } = twin.exchange;
    const other = `${sent.encoding} as ${sent.headers['content-type']}`;
    const key = `encodings.${one.operation}`;
    if (twin.judgement.outcome === 'accepted')
      return {
        key,
        says: `${one.operation} is accepted as ${other}`,
        comparedWith: `the same request as ${other}: accepted`,
        advice: `Write "${one.operation}": ${layoutOf(sent)} under "encodings".`,
      };
    if (statusOf(one.main) !== 415 && (isSameAnswer(one.main, twin) || !hintsAtBody(one))) return undefined;
    return {
      key,
      says: `the service does not take ${one.operation} as ${one.main.exchange.sent.encoding}`,
      comparedWith: `the same request as ${other}: ${answeredWords(twin)}`,
      advice: `Ask the operator which body type ${one.operation} takes, and name it under "encodings".`,
    };
  },
};
