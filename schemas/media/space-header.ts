/** Request header that names a memory of its own within the embedded endpoint, so that callers at the same time do not meet; never sent to another service. */
export const spaceHeader = 'x-conformance-space';
