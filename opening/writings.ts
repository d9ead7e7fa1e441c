import type { Writing } from '../schemas/opening.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const xml = 'application/xml';

/** The declared types, the header of the sample commands, and the mixtures between them (section 4). */
export const writings: readonly Writing[] = [
  { encoding: 'json', contentType: json },
  { encoding: 'json', contentType: form },
  { encoding: 'json', contentType: xml },
  { encoding: 'form', contentType: form },
  { encoding: 'xml', contentType: xml },
  { encoding: 'xml', contentType: form },
];
