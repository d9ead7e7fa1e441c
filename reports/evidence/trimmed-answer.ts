import { ownText } from '../../schemas/once-for.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { namesState } from '../../schemas/rules/subscription-state.ts';
import type { JsonValue, JudgedExchange } from '../../schemas/types.ts';
import { isDocumentedName } from '../redact/classes.ts';

// More than the 100 entries that the document allows in a listing.
const mostEntries = 250;
/** Texts of up to this many characters are always kept; longer ones are kept completely or not at all. */
const shortText = 300;
/** Limit of all longer texts of one answer, in characters: several of the longest values in requests. */
const mostOfLongTexts = 64 * 1024;
// A page has about seventy inputs.
const mostMembers = 300;

// The root element with the members of a result (2.6).
const xmlRoot = 'respon';

type Trim = (value: JsonValue) => JsonValue;

/** Removes the members for which `keeps`, given name and index, returns false. */
function trimming(keeps: (name: string, at: number) => boolean): Trim {
  return (answer) => {
    let left = mostOfLongTexts;
    // A shortened text would match nothing that was sent.
    const leanText = (text: string): string | undefined => {
      if (text.length <= shortText) return ownText(text);
      left -= text.length;
      return left >= 0 ? ownText(text) : undefined;
    };
    const lean = (value: JsonValue): JsonValue | undefined => {
      if (typeof value === 'string') return leanText(value);
      if (Array.isArray(value)) return value.slice(0, mostEntries).map((entry) => lean(entry) ?? null);
      if (typeof value !== 'object' || value === null) return value;
      const kept: [string, JsonValue][] = [];
      for (const [at, name] of Object.keys(value).entries()) {
        const member = keeps(name, at) ? lean(value[name] ?? null) : undefined;
        if (member !== undefined) kept.push([name, member]);
      }
      return Object.fromEntries(kept);
    };
    return lean(answer) ?? '';
  };
}

function isWanted(name: string): boolean {
  return isDocumentedName(name) || name === xmlRoot || namesState(name);
}

/**
 * Reduces an answer to what rules across a run need, because thousands of answers are in memory at once: documented
 * members and subscription states of any name (4.8 does not name the new state). Long texts are kept completely or not
 * at all; lists longer than documented are cut.
 */
export const trimmedAnswer: Trim = trimming(isWanted);

/** Reduces a decoded page likewise; its members are those of markup. */
export const trimmedPage: Trim = trimming((_, at) => at < mostMembers);

/** Maximum bytes of a judged and recorded answer in memory: the same as in the evidence. */
const longest = 256 * 1024;

/**
 * A judged and recorded exchange for the rest of a test. Of an answer above 256 KB, the beginning and the documented
 * members are kept, because a test may hold hundreds of exchanges of maximum length.
 */
export function withTrimmedAnswer(judged: JudgedExchange): JudgedExchange {
  const { exchange, judgement } = judged;
  const { received, operation } = exchange;
  if (received.kind !== 'answer' || received.body.byteLength <= longest) return judged;
  const { answer, ...rest } = judgement;
  const isPage = isDocumented(operation) && operationOf(operation).answers === 'html';
  // A view of the buffer would keep the whole buffer in memory.
  const body = Buffer.from(received.body.subarray(0, longest));
  return {
    exchange: { ...exchange, received: { ...received, body } },
    judgement: {
      ...rest,
      ...(answer === undefined ? {} : { answer: (isPage ? trimmedPage : trimmedAnswer)(answer) }),
    },
  };
}
