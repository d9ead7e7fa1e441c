import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { answeredWords, isPage, reasonWords, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';
import { isSameAnswer } from '../same-answer.ts';
import { doneTo } from '../words.ts';

function methodOf({ exchange: { sent } }: JudgedExchange): string {
  const { payment_method } = sent.value as JsonObject;
  return typeof payment_method === 'string' ? payment_method : 'no method';
}

function adviceOn(operation: DocumentedOperationId, key: string, { settle }: Target): string {
  const words =
    operation === 'capture'
      ? `If payments are captured by themselves, set "capture" to "automatic" and ${key} to false; otherwise ask the operator.`
      : `The words of the answer are all there is: ask the operator, or set ${key} to false if the account may not call it.`;
  const done = doneTo[operation];
  return done === undefined || settle !== undefined
    ? words
    : `${words} If a payment has to settle before it is ${done}, say under "settle" how long that takes.`;
}

// The number that a payment gives its order, in words or as the name of a field.
const orderNumber = /(?<![a-z])order[ _-]?(?:no|num|number|id)(?![a-z])(?! longer)/i;

/** What is left when nothing else explains it. */
export const refused: Suspicion = {
  kind: 'refused',
  explain({ operation, main, accepted, others, target }) {
    const status = statusOf(main) ?? 0;
    const key = `capabilities.${operation}`;
    // Record not found is a documented answer (7.6) at a path that card payments share.
    if (status === 404 && operation === 'apm-payment' && accepted.has('direct-payment') && !isPage(main))
      return {
        key: 'apmMethods',
        says: `the service finds no record for an apm-payment by ${methodOf(main)} (404)`,
        advice:
          'Name under "apmMethods" the payment methods of the account, each with the fields that it needs; if it has none, set capabilities.apm-payment to false.',
      };
    if (status === 404 || status === 405 || status === 410 || status === 501)
      return {
        key,
        says: `${operation} is not there (${status}), while other operations are answered`,
        advice: `If the service does not offer it, set ${key} to false; otherwise its path is not the documented one.`,
      };
    if (status >= 500)
      return {
        says: `the service fails on a complete ${operation} (${status})`,
        advice: 'Look into the log of the service at the time of this exchange.',
      };
    const wrong = main.judgement.findings.find(({ verdict }) => verdict === 'fail');
    // A page that is judged is the one of a payment, however little of it is there (2.8).
    if (wrong !== undefined && (main.judgement.outcome !== 'refused' || isPage(main)))
      return {
        says: `the answer to a complete ${operation} is not in the documented form (${wrong.clause}: ${wrong.message})`,
        advice: 'What is wrong with the answer is listed as findings: mend the service, then run again.',
      };
    if (operation.endsWith('-payment') && orderNumber.test(reasonWords(main).slice(0, 500)))
      return {
        key: 'orderNumbers',
        says: `the service does not take the order number of a complete ${operation}`,
        advice:
          'Say under "orderNumbers" how those of the account are written: the most characters ("longest"), which they may be ("alphabet") and what each begins with ("prefix").',
      };
    const beside = accepted.size > 0 ? ', while other operations are accepted' : '';
    const unlike = others.filter(({ judged }) => !isSameAnswer(judged, main));
    const compared = unlike.map(({ how, judged }) => `${how}: ${answeredWords(judged)}`).join('; ');
    return {
      key,
      says: `a complete ${operation} is refused${beside}`,
      ...(compared === '' ? {} : { comparedWith: compared }),
      advice: adviceOn(operation, key, target),
    };
  },
};
