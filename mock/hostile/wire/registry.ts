import {
  bodiesOfEmptyAnswers,
  brotliBomb,
  chunkExtensions,
  drip,
  endlessBody,
  endlessChunks,
  gzipBomb,
  longAnswers,
  paddedWithBlanks,
  promisedLength,
  twicePackedBomb,
} from './bodies.ts';
import {
  busyForEver,
  busyForYears,
  hastyAnswer,
  noHttp,
  redirectLoop,
  redirectsElsewhere,
  resetHalfWay,
  secondAnswer,
  silence,
  unavailable,
} from './connections.ts';
import {
  conflictingLengths,
  cookieFlood,
  endlessHeaders,
  informationalStorm,
  lengthAndChunks,
  longStatusText,
  manyHeaderLines,
} from './heads.ts';
import {
  pageAsDownload,
  pageOfErrors,
  pageThatPostsTooMuch,
  pageThatTakesMemory,
  pageWithoutRest,
} from './pages.ts';
import type { WireService } from './wire-service.ts';

/** Every service that is hostile on the wire or in its page, by name. */
export const wireServices = {
  'endless-body': endlessBody,
  'endless-chunks': endlessChunks,
  'gzip-bomb': gzipBomb,
  'brotli-bomb': brotliBomb,
  'padded-with-blanks': paddedWithBlanks,
  drip: drip,
  silence: silence,
  'busy-for-years': busyForYears,
  'busy-for-ever': busyForEver,
  unavailable: unavailable,
  'hasty-answer': hastyAnswer,
  'conflicting-lengths': conflictingLengths,
  'length-and-chunks': lengthAndChunks,
  'informational-storm': informationalStorm,
  'endless-headers': endlessHeaders,
  'reset-half-way': resetHalfWay,
  'no-http': noHttp,
  'second-answer': secondAnswer,
  'long-answers': longAnswers,
  'page-as-download': pageAsDownload,
  'page-that-posts-too-much': pageThatPostsTooMuch,
  'page-without-rest': pageWithoutRest,
  'page-that-takes-memory': pageThatTakesMemory,
  'page-of-errors': pageOfErrors,
  'redirects-elsewhere': redirectsElsewhere,
  'long-status-text': longStatusText,
  'redirect-loop': redirectLoop,
  'promised-length': promisedLength,
  'twice-packed-bomb': twicePackedBomb,
  'cookie-flood': cookieFlood,
  'many-header-lines': manyHeaderLines,
  'bodies-of-empty-answers': bodiesOfEmptyAnswers,
  'chunk-extensions': chunkExtensions,
} satisfies Record<string, WireService>;

/** Name of a service that is hostile on the wire or in its page. */
export type WireName = keyof typeof wireServices;
