import { bodiesOfEmptyAnswers } from './bodies-of-empty-answers.ts';
import { brotliBomb } from './brotli-bomb.ts';
import { busyForEver } from './busy-for-ever.ts';
import { busyForYears } from './busy-for-years.ts';
import { chunkExtensions } from './chunk-extensions.ts';
import { conflictingLengths } from './conflicting-lengths.ts';
import { cookieFlood } from './cookie-flood.ts';
import { drip } from './drip.ts';
import { endlessBody } from './endless-body.ts';
import { endlessChunks } from './endless-chunks.ts';
import { endlessHeaders } from './endless-headers.ts';
import { gzipBomb } from './gzip-bomb.ts';
import { hastyAnswer } from './hasty-answer.ts';
import { informationalStorm } from './informational-storm.ts';
import { lengthAndChunks } from './length-and-chunks.ts';
import { longAnswers } from './long-answers.ts';
import { longStatusText } from './long-status-text.ts';
import { manyHeaderLines } from './many-header-lines.ts';
import { noHttp } from './no-http.ts';
import { paddedWithBlanks } from './padded-with-blanks.ts';
import { pageAsDownload } from './page-as-download.ts';
import { pageOfErrors } from './page-of-errors.ts';
import { pageThatPostsTooMuch } from './page-that-posts-too-much.ts';
import { pageThatTakesMemory } from './page-that-takes-memory.ts';
import { pageWithoutRest } from './page-without-rest.ts';
import { promisedLength } from './promised-length.ts';
import { redirectLoop } from './redirect-loop.ts';
import { redirectsElsewhere } from './redirects-elsewhere.ts';
import { resetHalfWay } from './reset-half-way.ts';
import { secondAnswer } from './second-answer.ts';
import { silence } from './silence.ts';
import { twicePackedBomb } from './twice-packed-bomb.ts';
import { unavailable } from './unavailable.ts';
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
