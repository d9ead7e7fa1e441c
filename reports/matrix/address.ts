/** The id of the place of a clause in the clause matrix, or of one operation in its line. */
export function matrixPlace(clause: string, operation?: string): string {
  return operation === undefined ? clause : `${clause}/${operation}`;
}

/** Where that place stands, relative to the folder of the Allure report. */
export function matrixAddress(clause: string, operation?: string): string {
  return `matrix/index.html#${encodeURIComponent(matrixPlace(clause, operation))}`;
}
