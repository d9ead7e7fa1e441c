import type { Statement } from '../statement/format.ts';

/** Name of the page with the exchanges of a run's findings, beside the certificate. */
export const exchangesFile = 'exchanges.html';

/** Where an exchange stands, relative to the folder of the reports. */
export function exchangeAddress(id: string): string {
  return `${exchangesFile}#${encodeURIComponent(id)}`;
}

/** Whether tests of the suite made the exchanges of a statement: watched traffic has no report of tests beside it. */
export function hasTests({ run }: Statement): boolean {
  return run.seedFrom !== undefined && run.exchanges > 0;
}

/** The id of the place of a clause in the clause matrix, or of one operation in its line. */
export function matrixPlace(clause: string, operation?: string): string {
  return operation === undefined ? clause : `${clause}/${operation}`;
}

/** Where that place stands, relative to the folder of the Allure report. */
export function matrixAddress(clause: string, operation?: string): string {
  return `matrix/index.html#${encodeURIComponent(matrixPlace(clause, operation))}`;
}
