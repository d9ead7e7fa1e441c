import { readFileSync } from 'node:fs';
import type { TestDetails } from '@playwright/test';
import type { ClauseId, OperationId } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { annotationsOf } from './about.ts';

/** One of several services that a single run proves itself against, told apart by a path prefix. */
export interface Variant {
  /** Path below the base address, for example `faults/refund-amount-as-number`. */
  readonly name: string;
  /** Only tests of this operation, and journeys that call it, can meet the variant; absent means all. */
  readonly operation?: OperationId;
  /** Once a finding cites this clause the variant is known for what it is, and its other tests are skipped. */
  readonly clause?: ClauseId;
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

/** Tells whether a test with these details can meet the variant. */
export function meets(variant: Variant, details: TestDetails): boolean {
  const annotations = annotationsOf(details);
  const says = (type: string, description: string) =>
    annotations.some((one) => one.type === type && one.description === description);
  const { operation } = variant;
  if (operation === undefined) return true;
  return says('operation', operation) || (says('journey', 'whole') && says('needs', operation));
}
