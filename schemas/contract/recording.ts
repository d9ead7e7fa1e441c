import type { ClauseId, JsonObject } from '../types.ts';

/** A feature of a payment that some answer fields depend on. */
export type Feature = 'subscription' | 'token' | 'risk';

/** A member of a documented object that the document does not name. */
export interface Undocumented {
  /** JSON pointer to the object. */
  readonly pointer: string;
  readonly name: string;
  readonly type: string;
  /** A documented member that is absent and spelt nearly so. */
  readonly near?: string;
}

/** What a validation writes down besides its errors; Ajv hands it to the keywords as `this`. */
export interface Recording {
  readonly exercised: Set<ClauseId>;
  /** Members that no schema names. */
  readonly undocumented: Undocumented[];
  /** Documented members whose presence is not stated, absent although the exchange gave reason to expect them. */
  readonly unlisted: {
    readonly clause: ClauseId;
    readonly pointer: string;
    readonly name: string;
  }[];
  /** The request's logical body, for members that are expected only if they were sent. */
  readonly request: JsonObject;
  readonly features: ReadonlySet<Feature>;
}

/** Starts a recording without a trace in it. */
export function startRecording(
  request: JsonObject = {},
  features: ReadonlySet<Feature> = new Set(),
): Recording {
  return { exercised: new Set(), undocumented: [], unlisted: [], request, features };
}
