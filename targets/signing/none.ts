import type { Sign } from './sign.ts';

/** For a service that checks no signature: a stand-in of the sampled shape (5.2), 64 zeros. */
export const none: Sign = () => '0'.repeat(64);
