/** A request to the page's server that cannot be answered, with its HTTP status. */
export class RequestError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.name = 'RequestError';
    this.statusCode = statusCode;
  }
}
