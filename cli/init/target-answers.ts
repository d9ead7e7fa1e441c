/** What a target file is written from; every secret only by the name of its variable. */
export interface InitAnswers {
  readonly name: string;
  readonly environment: string;
  readonly baseUrl: string;
  readonly merchant: string;
  readonly account: string;
  readonly signing: string;
  /** Names of the signed fields in order, comma separated; for sha256-concat. */
  readonly fields: string;
  /** Environment variable of the signing key. */
  readonly keyEnv: string;
  /** Path of a signing module, relative to the target file. */
  readonly module: string;
  /** Another account of the merchant; empty for none. */
  readonly otherAccount: string;
  /** Codes, comma separated; empty for any. */
  readonly currencies: string;
  /** Effects, comma separated. */
  readonly allow: string;
  /** Path of a JSON file of test cards, relative to the target file; empty for none. */
  readonly cards: string;
}

/** Some of the answers, as flags give them. */
export type GivenAnswers = { readonly [Key in keyof InitAnswers]?: string | undefined };
