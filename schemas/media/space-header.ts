/**
 * Request header that separates the data of concurrent clients of the embedded endpoint; not sent to other services.
 */
export const spaceHeader = 'x-conformance-space';
