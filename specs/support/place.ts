/** Where in the suite a service is asked. */
export interface Place {
  /** Spec file, relative to the folder of specs. */
  readonly file: string;
  /** Title path of the test below its file. */
  readonly title: string;
  /** Ends the test as not tested. */
  skip(reason: string): never;
}
