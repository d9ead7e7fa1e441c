/** Name of the page with the exchanges of a run's findings, beside the certificate. */
export const exchangesFile = 'exchanges.html';

/** Where an exchange stands, relative to the folder of the reports. */
export function exchangeAddress(id: string): string {
  return `${exchangesFile}#${encodeURIComponent(id)}`;
}
