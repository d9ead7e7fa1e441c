import { table } from '../schemas/table.ts';
import type { Subcommand } from './subcommand.ts';

/** A subcommand of the help, whose code is loaded when it is called. */
export interface SubcommandEntry {
  readonly does: string;
  load(): Promise<Subcommand>;
}

/** Every subcommand by its name, in the order of the help. */
export const subcommands: Readonly<Record<string, SubcommandEntry>> = table({
  run: {
    does: 'Drive the service through every situation, judge every exchange, write the reports',
    load: async () => (await import('./run.ts')).run,
  },
  check: {
    does: 'Try a target file: one request of each operation, and what to change where one fails',
    load: async () => (await import('./check.ts')).check,
  },
  plan: {
    does: 'Show what a run would send: tests, requests, effects, sums; sends nothing to the target',
    load: async () => (await import('./plan.ts')).plan,
  },
  report: {
    does: 'Show the reports of a run in a browser, from loopback only',
    load: async () => (await import('./report.ts')).report,
  },
  replay: {
    does: 'Run the test of one exchange again and say whether its findings come back',
    load: async () => (await import('./replay.ts')).replay,
  },
  explore: {
    does: 'Build one request, edit it, send it, and see the answer with its findings',
    load: async () => (await import('./explore.ts')).explore,
  },
  generate: {
    does: 'Print generated requests: valid ones, boundaries, or single faults',
    load: async () => (await import('./generate.ts')).generate,
  },
  'sign-body': {
    does: 'Sign the body of a request by the recipe of a target, to send it by hand',
    load: async () => (await import('./sign-body.ts')).signBody,
  },
  export: {
    does: 'Write the requests that show findings as a Postman collection or an .http file',
    load: async () => (await import('./export.ts')).exportFindings,
  },
  judge: {
    does: 'Judge saved traffic, or one saved answer, without sending anything',
    load: async () => (await import('./judge-file.ts')).judgeFile,
  },
  proxy: {
    does: 'Forward the traffic of your own client to a target unchanged, and judge every exchange',
    load: async () => (await import('./proxy.ts')).proxy,
  },
  mock: {
    does: 'Serve the embedded endpoint on loopback, with a start page that lists what it can do',
    load: async () => (await import('./mock.ts')).mock,
  },
  clauses: {
    does: 'List the clauses of the interface document, their evidence, and where each is checked',
    load: async () => (await import('./clauses.ts')).clauses,
  },
  openapi: {
    does: 'Write the interface as an OpenAPI 3.1 document, derived from the same schemas',
    load: async () => (await import('./openapi.ts')).openapi,
  },
  prove: {
    does: 'Run against every planted fault, conforming variant and misfit, and print what was caught',
    load: async () => (await import('./prove.ts')).prove,
  },
  keygen: {
    does: 'Make a pair of keys for signing',
    load: async () => (await import('./keygen.ts')).keygen,
  },
  sign: {
    does: 'Sign or counter-sign the reports of a run or a package, or add a time stamp',
    load: async () => (await import('./sign.ts')).sign,
  },
  pack: {
    does: 'Pack the reports of a run into one zip with the certificate as PDF',
    load: async () => (await import('./pack.ts')).pack,
  },
  register: {
    does: 'Enter a package into a registry of certificates',
    load: async () => (await import('./register.ts')).register,
  },
  verify: {
    does: 'Check that the evidence of a run is complete and unchanged, judge it again, and rebuild its reports from it',
    load: async () => (await import('./verify.ts')).verify,
  },
  diff: {
    does: 'Show what changed between two runs: verdicts, observed behaviour, fields',
    load: async () => (await import('./diff.ts')).diff,
  },
  merge: {
    does: 'Merge the shards of a run into one statement and one report, as if it had run in one place',
    load: async () => (await import('./merge.ts')).merge,
  },
  recover: {
    does: 'Make the reports of a run that was killed before it wrote them',
    load: async () => (await import('./recover.ts')).recover,
  },
  deviations: {
    does: 'Accept a finding for a while: adds it to the known deviations of a target',
    load: async () => (await import('./deviations.ts')).deviations,
  },
  init: {
    does: 'Create a read-only target file for a sandbox; prompts for whatever no option supplies',
    load: async () => (await import('./init.ts')).init,
  },
  'clean-up': {
    does: 'List what a run left on its target; cancel or refund it with --send',
    load: async () => (await import('./clean-up.ts')).cleanUp,
  },
});
