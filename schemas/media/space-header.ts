/** Request header that names a memory of its own within the embedded endpoint, so that callers beside each other do not meet; never sent to another service. */
export const spaceHeader = 'x-conformance-space';
