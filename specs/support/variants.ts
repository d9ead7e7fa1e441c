import { readFileSync } from 'node:fs';
import type { TestDetails } from '@playwright/test';
import { deriveSeed } from '../../generators/seed.ts';
import type { ClauseId, Finding, OperationId, Origin } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { annotationsOf, calledBy } from './about.ts';

/** One of several services that a single run proves itself against. */
export interface Variant {
  /** Tells it apart, for example `faults/refund-amount-as-number`. */
  readonly name: string;
  /** Path below the base address; the name unless given. */
  readonly path?: string;
  /** A target of its own; that of the run unless given. */
  readonly own?: OwnTarget;
  /** Only tests of this operation, and journeys that call it, can meet the variant; absent means all. */
  readonly operation?: OperationId;
  /** Once a finding cites this clause the variant is known for what it is, and its other tests are skipped. */
  readonly clause?: ClauseId;
  /** The verdict that it deserves: where it is `fail`, a milder one is not enough. */
  readonly verdict?: Finding['verdict'];
  /** The field and the class of values that a finding has to name. */
  readonly carries?: Origin['carries'];
  /** Only what was found and where is recorded of its exchanges: their contents are not looked at again. */
  readonly bare?: true;
  /** Cases of a property; those of the run unless given. */
  readonly runs?: number;
  /** Operations that it answers in its own way; a test that calls none of them cannot tell it from the plain endpoint. */
  readonly touches?: readonly OperationId[];
  /** Meets of the long and of the repeated tests a share only: another one for another seed, and each by other variants. */
  readonly shares?: true;
  /** Meets only what another variant meets as well: it is there to be compared with. */
  readonly compared?: true;
  /** Words that the title of a test must hold for the test to meet it; of several the one or the other. */
  readonly title?: string | readonly string[];
}

/** The target of a variant that is reached in its own way. */
export interface OwnTarget {
  /** Name of its evidence. */
  readonly name: string;
  /** Absolute path of its target file. */
  readonly file: string;
  /** Base address. */
  readonly url: string;
  /** Absolute folder that holds what its opening found out. */
  readonly opening: string;
}

/** The variants of this run; none in a run against one service. */
export function readVariants(): readonly Variant[] {
  const { variants } = readSettings();
  return variants === undefined ? [] : (JSON.parse(readFileSync(variants, 'utf8')) as Variant[]);
}

/** The part of a title that belongs to the variant, so that seeds stay those of the plain test. */
export function variantSuffix(name: string): string {
  return ` ‹${name}›`;
}

/** A title without the part that belongs to a variant. */
export function plainTitle(title: string): string {
  return title.replace(/ ‹[^›]*›$/, '');
}

/** The name of the variant that a title ends with; empty where there is none. */
export function variantIn(title: string): string {
  return / ‹([^›]*)›$/.exec(title)?.[1] ?? '';
}

/** Of so many variants that share a test one meets it. */
const shares = 3;
/** What is shared out: many requests, or the same for each operation. */
const shared = ['deep', 'many', 'alike'];
const takes = (seed: number, test: string, variant: string) => deriveSeed(seed, test, variant) % shares === 0;

/** Of some variants those that a test with these details meets; none where all of them are there to be compared with. */
export function metBy(variants: readonly Variant[], details: TestDetails, title: string): readonly Variant[] {
  const met = variants.filter((variant) => meets(variant, details, title));
  return met.every(({ compared }) => compared) ? [] : met;
}

/** Tells whether a test with these details can meet the variant. */
function meets(variant: Variant, details: TestDetails, title: string): boolean {
  const annotations = annotationsOf(details);
  const says = (type: string, description: string) =>
    annotations.some((one) => one.type === type && one.description === description);
  const { operation, own, touches, title: words = '' } = variant;
  if (![words].flat().some((some) => title.includes(some))) return false;
  if (touches !== undefined && !touches.some((touched) => calledBy(details).has(touched))) return false;
  if (operation === undefined) {
    const has = (wanted: string) => annotations.some(({ type }) => type === wanted);
    if (own !== undefined) return !has('deep') && (!has('alike') || takes(0, title, own.name));
    if (variant.shares !== true || !shared.some(has)) return true;
    const about = annotations.find(({ type }) => type === 'operation')?.description ?? '';
    return takes(readSettings().seed, `${title} ${about}`, variant.name);
  }
  return says('operation', operation) || (says('journey', 'whole') && says('needs', operation));
}

/**
 * The first of some called operations that the details of a test do not name. A variant is spared the tests that call nothing of
 * what it touches, so they must name all.
 */
export function undeclared(
  { own, operation }: Variant,
  details: TestDetails,
  called: readonly OperationId[],
): OperationId | undefined {
  // What settles later is asked for, and what a fault changes may lead elsewhere.
  if (own !== undefined || operation !== undefined) return undefined;
  const named = calledBy(details);
  return called.find((one) => !named.has(one));
}
