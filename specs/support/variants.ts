import { readFileSync } from 'node:fs';
import type { TestDetails } from '@playwright/test';
import type { OperationId } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { annotationsOf } from './about.ts';

/** One of several services that a single run proves itself against, told apart by a path prefix. */
export interface Variant {
  /** Path below the base address, for example `faults/refund-amount-as-number`. */
  readonly name: string;
  /** Only tests that call this operation can meet the variant; absent means all. */
  readonly operation?: OperationId;
}

/** Annotation that carries a variant's name to the fixtures. */
export const variantAnnotation = 'variant';

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
  if (variant.operation === undefined) return true;
  return annotationsOf(details).some(
    ({ type, description }) =>
      (type === 'operation' || type === 'needs') && description === variant.operation,
  );
}
