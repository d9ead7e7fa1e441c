import { isBlank, scalarText, statusMemberOf } from '../schemas/history/outcome.ts';
import type { Operation } from '../schemas/operations.ts';
import type { JsonObject } from '../schemas/types.ts';

// Words only help to say to a reader what an answer may mean: no outcome, verdict or further request rests on them.
const refusalWords =
  /\b(?:not?|never|cannot|\w+n't|unable|unavailable|unreachable|invalid|declin\w*|den(?:y|ied)|refus\w*|reject\w*|fail\w*|errors?|wrong|bad|missing|expired|forbidden|unauthori[sz]ed|exceed\w*|suspended|disabled|duplicate\w*|already|sorry|problems?|unknown|blocked|illegal|insufficient|closed|false|too|retry|try again|time ?out|timed out)\b/i;
const delayWords =
  /\bnot yet\b|(?<!(?:\b(?:no|not|never|nothing|cannot)|n't)(?: (?:an?|any|be|currently|in|longer|the))* )\b(?:pending|processing|in ?(?:process|progress|review)|under review|being \w+ed|will (?:be|end|expire|stop|take|run|become|settle|follow)|queued?|scheduled|planned|registered|a?waiting|later|soon|on its way|effective|takes? effect|ends? (?:on|at|with)|(?:at|until) the end|accepted|acknowledged|received|requested|submitted|taken)\b/i;

/** Returns whether words say that a request was not done and whether they say that it will be done later. */
export function wordsMeaning(words: string): { readonly isNo: boolean; readonly isLater: boolean } {
  const text = words.replaceAll(/[_-]+/g, ' ').replaceAll(/\bno errors?\b/gi, '');
  return { isNo: refusalWords.test(text), isLater: delayWords.test(text) };
}

const texts = ['return_message', 'error_message', 'refund_message', 'failure_reason'] as const;
// Success is shown as 1 (section 3), so zero and negative statuses are not success.
const noStatus = /^(?:0+|-\d+)$/;
// A text that begins with an error code. 0000 is not an error, and every refund_message begins with a code (2.9).
const codeFirst = /^\s*(?![A-Z]{0,3}0+\b)(?:[A-Z]{1,3}[-_]?\d{2,}\b|\d{3,}\s*[:;)-])/i;
const errorName = /^(?:\w+_)?(?:errors?|fault|exception)(?:_?(?:code|type|no|number))?$|^failure_type$/i;
const noError = /^(?:"?(?:0+|no|none|nil|n\/?a|null|false|ok|success\w*)"?|\[\]|\{\})$/i;

/** What the status, the texts and the error codes of an answer or entry say. */
export function partMeaning(operation: Operation, part: JsonObject): ReturnType<typeof wordsMeaning> {
  const textOf = (name: string) => scalarText(part[name])?.trim() ?? '';
  const statuses = ['return_status', statusMemberOf(operation)].map(textOf);
  const { isNo, isLater } = wordsMeaning([...statuses, ...texts.map(textOf)].join('; '));
  const hasCode =
    statuses.some((status) => noStatus.test(status)) ||
    texts.some((name) => name !== 'refund_message' && codeFirst.test(textOf(name))) ||
    Object.entries(part).some(
      ([name, value]) => errorName.test(name) && !isBlank(value) && !noError.test(JSON.stringify(value)),
    );
  return { isNo: isNo || hasCode, isLater };
}

/** The members with names in the style of the document: `returnStatus` becomes `return_status`. */
export function inSnakeCase(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, part]) => [
      name.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase(),
      part,
    ]),
  );
}
