import { ownText } from '../../schemas/once-for.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { namesState } from '../../schemas/rules/subscription-state.ts';
import type { JsonValue, JudgedExchange } from '../../schemas/types.ts';
import { isDocumentedName } from '../redact/classes.ts';

// More entries than the document lets a listing hold (100).
const mostEntries = 250;
/** Characters that a text may have wherever it is; beyond, a text is kept whole or not at all. */
const shortText = 300;
/** Characters of longer texts that are kept of one answer: several of the longest that requests carry. */
const mostOfLongTexts = 64 * 1024;
// A page has some seventy inputs.
const mostMembers = 300;

// Where 2.6 shows the members of a result.
const xmlRoot = 'respon';

type Lean = (value: JsonValue) => JsonValue;

/** Lets go of members that `keeps` does not want, by their name and their place in the object. */
function leaning(keeps: (name: string, at: number) => boolean): Lean {
  return (answer) => {
    let left = mostOfLongTexts;
    // A part of a text would compare with nothing that was sent.
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
 * An answer as rules across a run need it: the members that the document names and states of a subscription under any name
 * (4.8 gives the new one none), long texts whole or not at all, lists cut beyond what it describes. Thousands of answers lie in memory side by side, whatever else a service puts into them.
 */
export const leanAnswer: Lean = leaning(isWanted);

/** A decoded page likewise; its members are those of markup. */
export const leanPage: Lean = leaning((_, at) => at < mostMembers);

/** Bytes of an answer that stay in memory once it is judged and recorded: as many as evidence keeps of it. */
const longest = 256 * 1024;

/**
 * An exchange that was judged and recorded, as tests go on with it: of an answer above 256 KB the beginning, and what the
 * document names of it. A test may hold hundreds of exchanges, each as long as an answer may be.
 */
export function relieved(judged: JudgedExchange): JudgedExchange {
  const { exchange, judgement } = judged;
  const { received, operation } = exchange;
  if (received.kind !== 'answer' || received.body.byteLength <= longest) return judged;
  const { answer, ...rest } = judgement;
  const isPage = isDocumented(operation) && operationOf(operation).answers === 'html';
  // A part of the buffer alone would keep the whole buffer.
  const body = Buffer.from(received.body.subarray(0, longest));
  return {
    exchange: { ...exchange, received: { ...received, body } },
    judgement: {
      ...rest,
      ...(answer === undefined ? {} : { answer: (isPage ? leanPage : leanAnswer)(answer) }),
    },
  };
}
