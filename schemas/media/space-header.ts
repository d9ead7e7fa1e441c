/** Request header that separates concurrent clients of the embedded endpoint; never sent to other services. */
export const spaceHeader = 'x-conformance-space';
