import type { Certification, DeclaredScope, Platform, SeedSource } from '../schemas/certification.ts';
import type { OperationId } from '../schemas/types.ts';
import type { RunChoices } from './choices.ts';
import type { DocumentFile } from './document/quotes.ts';
import type { Named } from './gaps.ts';
import type { Profile, SuiteFacts, TargetFacts } from './statement/format.ts';

/** What the reporters are told of a run: plain data, because Playwright copies it. */
export interface ReporterOptions {
  readonly suite: Omit<SuiteFacts, 'contractSha256'>;
  readonly target: TargetFacts;
  readonly profile: Profile;
  readonly seed: number;
  readonly seedFrom?: SeedSource;
  /** The day that dates of requests count from. */
  readonly day?: string;
  /** What the certification file of the target says. */
  readonly certification?: Certification;
  /** What the target file declares. */
  readonly scope?: DeclaredScope;
  /** What the target file names and requests are made with, masked. */
  readonly named?: readonly Named[];
  /** What the run runs on; its browser is known at the end. */
  readonly platform?: Omit<Platform, 'browser'>;
  /** First part of every order_no, unless the merchant writes them in a way of their own. */
  readonly runId: string;
  /** What every order_no begins with where the merchant says how they are written. */
  readonly orderPrefix?: string;
  readonly runs: number;
  /** Absolute folder of the reports. */
  readonly out: string;
  /** Absolute path of the target file, where a command that repeats an exchange has to name it. */
  readonly targetFile?: string;
  /** Options of `mock` that make the embedded endpoint what it is in the run. */
  readonly endpoint?: readonly string[];
  readonly operations: readonly OperationId[];
  readonly capabilities: Readonly<Partial<Record<OperationId, boolean>>>;
  /** What else the caller left out. */
  readonly choices: RunChoices;
  /** Absolute folder that keeps the history of Allure reports, where one was asked for. */
  readonly history?: string;
  /** Absolute file of the figures of the suite's own proof, present or not. */
  readonly proof: string;
  /** Absolute file of known deviations. */
  readonly deviations?: string;
  /** The caller's own copy of the interface document. */
  readonly document?: DocumentFile;
  /** The run was opened already: what its opening wrote stays. */
  readonly opened?: boolean;
  /** Leaves out the Allure report and the results that it is made from. */
  readonly skipAllure?: boolean;
  /** A proof over many services: its evidence is judged elsewhere, so that no report is made here. */
  readonly variants?: boolean;
}
