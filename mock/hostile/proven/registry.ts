import { bombs } from './bombs.ts';
import { hiders } from './hiders.ts';
import type { Hostile } from './hostile.ts';
import { leaks } from './leaks.ts';
import { liars } from './liars.ts';
import { onTheWire } from './on-the-wire.ts';
import { texts } from './texts.ts';

/** All hostile services that a proof runs the suite against, each with what must come out. */
export const hostiles: readonly Hostile[] = [...liars, ...hiders, ...leaks, ...texts, ...bombs, ...onTheWire];
