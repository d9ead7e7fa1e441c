import { limits } from '../../../schemas/media/limits.ts';
import { table } from '../../../schemas/table.ts';
import { type Change, rewiring } from '../../manner.ts';
import type { Wire } from '../../reply.ts';
import { type Hostile, type HostileEnd, shortRun, startDisguised } from './hostile.ts';

/** What is put into an answer: members of a JSON object, children of an XML element, or a comment of a page. */
interface Filling {
  readonly members: string;
  readonly children: string;
  readonly comment: string;
}

// Room for the answer itself below the bound.
const room = limits.bytes - 64 * 1024;

function filled(wire: Wire, { members, children, comment }: Filling): Wire {
  const body = String(wire.body);
  if (/^\s*\{\s*"/.test(body)) return { ...wire, body: body.replace('{', () => `{${members},`) };
  if (/<html|<form/i.test(body)) return { ...wire, body: body.replace(/(?=<form)/i, () => comment) };
  return { ...wire, body: body.replace(/(?=<\/[\w:]+>\s*$)/, () => children) };
}

const words = 'abcdefgh '.repeat(Math.floor(room / 9));
const oneText: Filling = {
  members: `"remarks":"${words}"`,
  children: `<remarks>${words}</remarks>`,
  // More blanks inside one tag are read by nobody.
  comment: `<!--${words.replaceAll(' ', '.')}-->`,
};

// Elements cost more signs than members, and both have a bound of their number.
const namesOfAnswer = 40_000;

function manyNames(number: number): Filling {
  const names = Array.from(
    { length: namesOfAnswer },
    (_, at) => `remark_${number.toString(36)}_${at.toString(36)}`,
  );
  return {
    members: names.map((name) => `"${name}":"abcdefghijklmnopqrstuvwxyz"`).join(','),
    children: names.map((name) => `<${name}>abcdefghijklmnopqrstuvwxyz</${name}>`).join(''),
    comment: `<!--${names.join('.').padEnd(room, '.x')}-->`,
  };
}

const enlarging = (change: (wire: Wire, number: number) => Wire): Change => {
  let number = 0;
  return rewiring((wire) => {
    number += 1;
    return change(wire, number);
  });
};

const blanks = ' '.repeat(limits.readBytes - limits.bytes);

const ways: Readonly<Record<string, readonly [does: string, end: HostileEnd, change: () => Change]>> = table({
  // An undocumented member that is a string, and a comment, are free.
  'enlarges-by-a-text': [
    'fills every answer of every operation with one text up to the size that is judged',
    'clean',
    () => enlarging((wire) => filled(wire, oneText)),
  ],
  'enlarges-by-names': [
    'fills every answer of every operation with forty thousand members that no answer had before',
    'clean',
    () => enlarging((wire, number) => filled(wire, manyNames(number))),
  ],
  'enlarges-by-blanks': [
    'follows every answer of every operation by blanks up to the size that is read',
    'warned',
    () => enlarging((wire) => ({ ...wire, body: `${String(wire.body)}${blanks}` })),
  ],
});

/** Services that obey the document, and whose every answer is as large as anybody reads. */
export const enlargers: readonly Hostile[] = Object.entries(ways).map(([name, [does, end, change]]) => ({
  name,
  does,
  operation: 'query',
  start: (port) => startDisguised(port, change()),
  expects: { end, most: shortRun },
}));
