export { readStatement } from '../cli/after/read-reports.ts';
export type { Statement } from '../reports/statement/format.ts';
export { validateStatement } from '../reports/statement.ts';
