import { clauses } from './clauses.ts';
import { cleanUp } from './clean-up.ts';
import { diff } from './diff.ts';
import { explore } from './explore.ts';
import { generate } from './generate.ts';
import { init } from './init.ts';
import { judgeFile } from './judge-file.ts';
import { merge } from './merge.ts';
import { mock } from './mock.ts';
import { openapi } from './openapi.ts';
import { plan } from './plan.ts';
import { prove } from './prove.ts';
import { proxy } from './proxy.ts';
import { recover } from './recover.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import type { Subcommand } from './subcommand.ts';
import { verify } from './verify.ts';

/** Every subcommand, in the order of the help. */
export const subcommands: readonly Subcommand[] = [
  run,
  plan,
  report,
  replay,
  explore,
  generate,
  judgeFile,
  proxy,
  mock,
  clauses,
  openapi,
  prove,
  verify,
  diff,
  merge,
  recover,
  init,
  cleanUp,
];
