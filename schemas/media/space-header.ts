/** Request header that names its own memory within the embedded endpoint, so that callers at the same time do not meet; never sent to another service. */
export const spaceHeader = 'x-conformance-space';
