export { readStatement } from '../cli/read-statement.ts';
export type { Statement } from '../reports/statement/format.ts';
export { validateStatement } from '../reports/statement/validate.ts';
