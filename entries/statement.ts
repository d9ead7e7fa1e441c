export { readStatement } from '../cli/after/read-statement.ts';
export type { Statement } from '../reports/statement/format.ts';
export { validateStatement } from '../reports/statement/validate.ts';
