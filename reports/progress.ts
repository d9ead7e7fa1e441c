/** How far a property is. */
export interface Progress {
  readonly test: string;
  readonly done: number;
  readonly total: number;
  readonly phase: string;
}

/** Tells the terminal how far a property is. */
export function reportProgress(_progress: Progress): void {}
