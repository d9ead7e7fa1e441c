import type { Statement } from './statement/format.ts';

/** The certificate page: printable HTML without scripts or external resources, made from the statement only. */
export function renderCertificate(_statement: Statement): string {
  throw new Error('not written yet');
}
