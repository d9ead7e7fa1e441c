import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tagOf } from './redact/run-key.ts';

/** What an exchange showed about the memory of the service: an order was accepted, worked with, or called unknown. */
export interface Remembered {
  readonly seen: 'accepted' | 'known' | 'unknown';
  /** Milliseconds on the clock of the machine: when the order was accepted, or when the request about it was sent. */
  readonly at: number;
  /** `transaction_id` or `recurring_id`; only a mark of it is written. */
  readonly id: string;
  /** Id of the exchange. */
  readonly exchange: string;
}

/** Fewest orders that make a loss; one alone may have a reason of its own. */
const fewestLost = 2;

// Every run starts with this folder empty; all workers write to it.
const fileOf = (out: string) => join(out, 'runner', 'memory.log');

/** Notes, for all workers of a run, what an exchange showed about the memory of the service. */
export function noteRemembered(out: string, some: readonly Remembered[]): void {
  if (some.length === 0) return;
  // A service may write a card number where its own number belongs.
  const lines = some.map((one) => `${JSON.stringify({ ...one, id: tagOf(one.id) })}\n`).join('');
  try {
    appendFileSync(fileOf(out), lines);
  } catch {
    mkdirSync(dirname(fileOf(out)), { recursive: true });
    appendFileSync(fileOf(out), lines);
  }
}

interface Loss {
  readonly at: number;
  readonly exchange: string;
  readonly ids: Set<string>;
}

/** Every unknown order opens a loss, unless one after its payment has been seen before. */
function suspectedLosses(unknown: readonly Remembered[], accepted: ReadonlyMap<string, number>): Loss[] {
  const losses: Loss[] = [];
  for (const { at, id, exchange } of [...unknown].sort((one, other) => one.at - other.at)) {
    const paid = accepted.get(id);
    if (paid === undefined || paid > at) continue;
    const seen = losses.find((loss) => paid < loss.at);
    if (seen === undefined) losses.push({ at, exchange, ids: new Set([id]) });
    else seen.ids.add(id);
  }
  return losses;
}

/**
 * The losses that nothing speaks against: orders accepted before are unknown from one moment on, all of them that were asked
 * about, while orders were known before it and those accepted after it are.
 */
function lossesIn(lines: readonly Remembered[]): readonly Loss[] {
  const accepted = new Map(lines.flatMap(({ seen, id, at }) => (seen === 'accepted' ? [[id, at]] : [])));
  const known = lines.filter(({ seen, id }) => seen === 'known' && accepted.has(id));
  const isOld = (id: string, loss: Loss) => (accepted.get(id) ?? 0) < loss.at;
  return suspectedLosses(
    lines.filter(({ seen }) => seen === 'unknown'),
    accepted,
  ).filter(
    (loss) =>
      loss.ids.size >= fewestLost &&
      known.some(({ at }) => at < loss.at) &&
      known.some(({ id }) => !isOld(id, loss)) &&
      !known.some(({ at, id }) => at > loss.at && isOld(id, loss)),
  );
}

/** In words that the service lost what it held while the run went on; undefined where nothing says so. */
export function whyForgot(out: string): string | undefined {
  if (!existsSync(fileOf(out))) return undefined;
  const lines = readFileSync(fileOf(out), 'utf8').split('\n').filter(Boolean);
  const [first, ...more] = lossesIn(lines.map((line) => JSON.parse(line) as Remembered));
  if (first === undefined) return undefined;
  const ids = [first, ...more].reduce((sum, loss) => sum + loss.ids.size, 0);
  const times = more.length === 0 ? '' : ` ${more.length + 1} times`;
  return `the service lost what it held${times}: ${ids} orders that it had accepted were unknown to it from exchange ${first.exchange} on, later ones were known; did it begin anew with an empty store?`;
}
