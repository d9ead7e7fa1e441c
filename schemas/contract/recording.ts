import type { ClauseId, JsonObject } from '../types.ts';

/** A feature of a payment on which some answer fields depend. */
export type Feature = 'subscription' | 'token' | 'risk';

/** An undocumented member of a documented object. */
export interface Undocumented {
  /** JSON pointer to the object. */
  readonly pointer: string;
  readonly name: string;
  readonly type: string;
  /** A missing documented member with nearly the same name. */
  readonly near?: string;
}

/** What a validation records besides its errors; Ajv passes it to the keywords as `this`. */
export interface Recording {
  readonly exercised: Set<ClauseId>;
  /** Members that no schema names. */
  readonly undocumented: Undocumented[];
  /** Missing members whose presence is not stated but expected in this exchange. */
  readonly unlisted: {
    readonly clause: ClauseId;
    readonly pointer: string;
    readonly name: string;
  }[];
  /** The logical body of the request, for members that are expected only if they were sent. */
  readonly request: JsonObject;
  readonly features: ReadonlySet<Feature>;
  /** JSON pointers of refused entries, of which no listed member is expected. */
  readonly refused: ReadonlySet<string>;
}

/** Starts an empty recording. */
export function startRecording(
  request: JsonObject = {},
  features: ReadonlySet<Feature> = new Set(),
  refused: ReadonlySet<string> = new Set(),
): Recording {
  return { exercised: new Set(), undocumented: [], unlisted: [], request, features, refused };
}
