import type { Cause, OpeningReport } from '../schemas/opening.ts';
import { plainLine } from '../schemas/plain-text.ts';
import type { OperationId } from '../schemas/types.ts';

/** What a cause says with a capital letter, unless it begins with the name of a key or with an address. */
function sentence(says: string): string {
  return /^[a-z]+[A-Z.:]/.test(says) ? says : `${says[0]?.toUpperCase()}${says.slice(1)}`;
}

/** What becomes of a payment by an operation over it, as in `captured`. */
export const doneTo: Partial<Record<OperationId, string>> = {
  capture: 'captured',
  review: 'reviewed',
  cancel: 'cancelled',
  refund: 'refunded',
};

/** A cause, and the operations that it explains. */
export interface SharedCause {
  readonly cause: Cause;
  readonly operations: readonly OperationId[];
}

/** The causes of an opening, each once, with the operations that it explains. */
export function sharedCauses({ steps, unusable = [] }: OpeningReport): readonly SharedCause[] {
  const byText = new Map<string, { cause: Cause; operations: OperationId[] }>();
  for (const { operation, cause } of steps) {
    if (cause === undefined) continue;
    const shared = byText.get(cause.says) ?? { cause, operations: [] };
    shared.operations.push(operation);
    byText.set(cause.says, shared);
  }
  return [...byText.values(), ...unusable.map((cause) => ({ cause, operations: [] }))];
}

/** Breaks words into lines of at most so many characters. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Columns of a terminal that nothing of an opening is wider than. */
export const columns = 80;

function labelled(label: string, text: string): string[] {
  const indent = 14;
  return wrapped(plainLine(text), columns - indent).map(
    (line, at) => `  ${(at === 0 ? label : '').padEnd(indent - 2)}${line}`,
  );
}

/** A cause as a block of lines: what is the matter, what was sent and answered, what to look at. */
export function causeLines({ cause, operations }: SharedCause): readonly string[] {
  const { says, sent, answered, comparedWith, key, advice } = cause;
  return [
    ...wrapped(plainLine(`${sentence(says)}.`), columns),
    ...(operations.length === 0 ? [] : labelled('concerns', operations.join(', '))),
    ...labelled('sent', sent),
    ...labelled('answered', answered),
    ...(comparedWith === undefined ? [] : labelled('compared', comparedWith)),
    ...(key === undefined ? [] : labelled('look at', key)),
    ...labelled('do', advice),
  ];
}
