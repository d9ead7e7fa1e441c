import type { Wire } from '../../reply.ts';
import { saying, sayingOfEntries, sending } from './honest-but.ts';
import { type Hostile, type HostileVerdict, shortRun, startDisguised } from './hostile.ts';

type Answer = Pick<Wire, 'headers' | 'body'>;

const json = (body: string): Answer => ({ headers: { 'content-type': 'application/json' }, body });
const xml = (body: string): Answer => ({ headers: { 'content-type': 'application/xml' }, body });

function entityBomb(): string {
  const steps = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
  return `<!DOCTYPE respon [<!ENTITY e0 "x">${steps.join('')}]><respon><order_no>&e12;</order_no></respon>`;
}

function bomb(
  name: string,
  does: string,
  operation: Hostile['operation'],
  expects: Omit<HostileVerdict, 'most'>,
  make: () => Answer,
): Hostile {
  return {
    name,
    does,
    operation,
    start: (port) => {
      const answer = make();
      return startDisguised(
        port,
        sending(operation, (wire) => ({ ...wire, ...answer })),
      );
    },
    expects: { ...expects, most: shortRun },
  };
}

const refundText = (name: string, does: string, text: () => string): Hostile => ({
  name,
  does,
  operation: 'refund',
  start: (port) => {
    const long = text();
    return startDisguised(
      port,
      sayingOfEntries('refund', (entries) =>
        entries.map((entry) => ({ ...entry, refund_message: `${String(entry.refund_message)}${long}` })),
      ),
    );
  },
  // A text after the colon may hold anything, however long.
  expects: { end: 'clean', most: shortRun },
});

/** Services whose answers cost whoever reads them without bounds. */
export const bombs: readonly Hostile[] = [
  // What cannot be read to its end is inconclusive; what can lacks all that is stated.
  bomb('deep-json', 'nests a hundred thousand objects', 'refund', { end: 'never-green' }, () =>
    json(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ),
  bomb('deep-xml', 'nests a hundred thousand elements', 'direct-payment', { end: 'never-green' }, () =>
    xml(`<respon>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</respon>`),
  ),
  bomb(
    'entity-bomb',
    'declares entities that grow by ten at each step',
    'direct-payment',
    { end: 'never-green' },
    () => xml(entityBomb()),
  ),
  bomb('foreign-entity', 'refers to a file of the reader', 'direct-payment', { end: 'never-green' }, () =>
    xml(
      '<!DOCTYPE respon [<!ENTITY f SYSTEM "file:///etc/hostname">]><respon><order_no>&f;</order_no></respon>',
    ),
  ),
  bomb(
    // More than the documented bound of members: nobody judges it.
    'many-numbers',
    'answers with a hundred and ten thousand numbers',
    'refund',
    { end: 'open' },
    () => json(JSON.stringify(Array.from({ length: 110_000 }, (_, at) => at))),
  ),
  bomb(
    'cut-json',
    'leaves its JSON open after a hundred thousand brackets',
    'refund',
    { end: 'never-green' },
    () => json('['.repeat(100_000)),
  ),
  refundText('percent-signs', 'repeats a sign that looks percent-encoded', () => 'x %25'.repeat(20_000)),
  refundText('card-words', 'repeats a word that looks like the name of a secret', () =>
    'card:'.repeat(20_000),
  ),
  refundText('long-digits', 'ends a text with a hundred thousand digits', () => '1'.repeat(100_000)),
  {
    name: 'many-members',
    does: 'adds five thousand members that the document does not name',
    operation: 'query',
    start: (port) => {
      const more = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`note_${at}`, 'abcdefgh']));
      return startDisguised(
        port,
        saying('query', (value) => ({ ...value, ...more })),
      );
    },
    // Undocumented members are observed.
    expects: { end: 'clean', most: shortRun },
  },
  {
    name: 'many-headers',
    does: 'sends two hundred headers whose names promise secrets',
    operation: 'query',
    start: (port) => {
      const more = Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`x-${at}-authorization`, 'card: 1']),
      );
      return startDisguised(
        port,
        sending('query', (wire) => ({ ...wire, headers: { ...wire.headers, ...more } })),
      );
    },
    expects: { end: 'clean', most: shortRun },
  },
];
