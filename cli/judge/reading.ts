import type { Finding, JudgedExchange, Observation } from '../../schemas/types.ts';
import type { CallerBreach } from './watched.ts';

/** One judged exchange of a file. */
export interface JudgedCase {
  readonly judged: JudgedExchange;
  /** Where it stands, for a reader: `entry 3`; absent where the exchange's own id says enough. */
  readonly from?: string;
  readonly breaches: readonly CallerBreach[];
}

/** Something of a file that was not judged, and why. */
export interface Unjudged {
  readonly from: string;
  readonly what: string;
  readonly reason: string;
}

/** Something that is said of the file or of what is judged, never of the service. */
export interface FileNote {
  readonly from: string;
  readonly what: string;
}

/** Everything that a file held. */
export interface Reading {
  /** Folder of the run that sent the exchanges, where a test can be repeated from it. */
  readonly run?: string;
  /** In the order of time. */
  readonly cases: readonly JudgedCase[];
  readonly unjudged: readonly Unjudged[];
  /** What recorded the file did. */
  readonly notes?: readonly FileNote[];
  /** What answers were taken for. */
  readonly readAs?: readonly FileNote[];
  /** What pairs of exchanges tell, where the file says which belong together. */
  readonly pairs?: { readonly findings: readonly Finding[]; readonly observations: readonly Observation[] };
}
