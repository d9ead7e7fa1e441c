import type { Met } from './caught.ts';
import type { Variant } from './variants.ts';

/** Where in the suite a service is asked. */
export interface Place {
  /** Spec file, relative to the folder of specs. */
  readonly file: string;
  /** Title path of the test below its file, the variant's suffix included. */
  readonly title: string;
  /** The variant that is met, in a proof. */
  readonly variant?: Variant;
  /** Tells that nothing which the test may still send tells more; absent where every request counts. */
  toldEnough?(met: Met): boolean;
  /** Ends the test as not tested. */
  skip(reason: string): never;
}
