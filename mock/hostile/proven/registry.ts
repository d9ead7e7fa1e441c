import { wireServices } from '../wire/registry.ts';
import { bombs, enlargers } from './bombs.ts';
import type { Hostile } from './hostile.ts';
import { hiders, leaks, liars, texts } from './liars.ts';

/** Maximum number of requests of a run that has nothing to test. */
const fewRequests = 60;

/** Services that are hostile at the HTTP level, to every request alike. */
const onTheWire: readonly Hostile[] = Object.entries(wireServices).map(([name, { end, ...service }]) => ({
  name,
  ...service,
  operation: 'refund-search',
  expects: { end, most: fewRequests },
}));

/** The hostile services that the proof runs against, by kind. */
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
  bombs: { about: 'Their answers cost a reader without limits too much.', services: bombs },
  enlargers: { about: 'They obey the document, and answer as much as a client reads.', services: enlargers },
  'on the wire': { about: 'They break HTTP, or wear it out.', services: onTheWire },
};

/** All hostile services that the proof runs against. */
export const hostiles: readonly Hostile[] = Object.values(hostileKinds).flatMap(({ services }) => services);

/** The hostile service with this name, or undefined. */
export function findHostile(name: string): Hostile | undefined {
  return hostiles.find((one) => one.name === name);
}
