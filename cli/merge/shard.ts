import { ConfigurationError } from '../../targets/configuration-error.ts';

/** One of several parts of a run: every test belongs to exactly one of them. */
export interface Shard {
  /** From 1 to `of`. */
  readonly number: number;
  readonly of: number;
}

/** Reads a shard as in `2/4`; throws one line when it is none. */
export function shardOf(text: string, option = '--shard'): Shard {
  const [, number = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (number >= 1 && number <= of) return { number, of };
  throw new ConfigurationError(
    `${option} is i/n with i from 1 to n, n at most 999, as in 2/4; found "${text}".`,
  );
}

/** The shard as the command line names it, as in `2/4`. */
export function shardText({ number, of }: Shard): string {
  return `${number}/${of}`;
}
