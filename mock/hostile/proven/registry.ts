import { type WireName, wireServices } from '../wire/registry.ts';
import { bombs, enlargers } from './bombs.ts';
import type { Hostile, HostileEnd } from './hostile.ts';
import { hiders, leaks, liars, texts } from './liars.ts';

/** Most requests of a run that has nothing to test. */
const fewRequests = 60;

// An answer that is no HTTP, never ends, cannot be unpacked, asks to come back or leads elsewhere accepts nothing, and
// a run in which nothing was accepted is incomplete. Where a whole answer comes, it lacks what 4.10 and 1.3 state.
const ends = {
  'endless-body': 'open',
  'endless-chunks': 'open',
  'gzip-bomb': 'open',
  'brotli-bomb': 'open',
  'padded-with-blanks': 'failed',
  drip: 'open',
  silence: 'open',
  'busy-for-years': 'open',
  'busy-for-ever': 'open',
  unavailable: 'open',
  'hasty-answer': 'failed',
  'conflicting-lengths': 'open',
  'length-and-chunks': 'open',
  'informational-storm': 'open',
  'endless-headers': 'open',
  'reset-half-way': 'open',
  'no-http': 'open',
  'second-answer': 'failed',
  'redirects-elsewhere': 'open',
  'chunk-extensions': 'never-green',
  'bodies-of-empty-answers': 'never-green',
  'many-header-lines': 'open',
  'cookie-flood': 'failed',
  'twice-packed-bomb': 'never-green',
  'promised-length': 'open',
  'redirect-loop': 'open',
  'long-status-text': 'failed',
} as const satisfies Partial<Record<WireName, HostileEnd>>;

const silent: ReadonlySet<string> = new Set(['drip', 'silence', 'informational-storm']);

/** Services that are hostile on the wire, to every request alike. */
const onTheWire: readonly Hostile[] = Object.entries(ends).map(([name, end]) => ({
  ...wireServices[name as keyof typeof ends],
  operation: 'refund-search',
  ...(silent.has(name) ? { silent: true as const } : {}),
  expects: { end, most: fewRequests },
}));

/** The hostile services that a proof runs the suite against, by what they are about. */
export const hostileKinds: Readonly<
  Record<string, { readonly about: string; readonly services: readonly Hostile[] }>
> = {
  liars: { about: 'They lie in answers that look like success.', services: liars },
  hiders: { about: 'They answer once, and hide what they would say later.', services: hiders },
  leaks: { about: 'They obey the document, and give away what was entrusted to them.', services: leaks },
  texts: {
    about: 'They obey the document, and write for terminals, job logs and browsers.',
    services: texts,
  },
  bombs: { about: 'Their answers cost whoever reads them without bounds.', services: bombs },
  enlargers: { about: 'They obey the document, and answer as much as anybody reads.', services: enlargers },
  'on the wire': { about: 'They break HTTP, or wear it out.', services: onTheWire },
};

/** All hostile services that a proof runs the suite against, each with what must come out. */
export const hostiles: readonly Hostile[] = Object.values(hostileKinds).flatMap(({ services }) => services);

/** The hostile service of a name. */
export function findHostile(name: string): Hostile | undefined {
  return hostiles.find((one) => one.name === name);
}
