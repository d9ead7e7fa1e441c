import { table } from '../schemas/table.ts';
import type { SubcommandEntry } from './subcommand.ts';

/** What the commands are for that have others below them, and which of those is meant where none is named. */
export const families: Readonly<Record<string, { readonly does: string; readonly usual?: string }>> = table({
  certificate: { does: 'Sign, pack, register and verify a certificate' },
  report: { does: 'Open, merge, recover or export the reports of a run', usual: 'open' },
});

/** Every subcommand by its name, in the order of the help. */
export const subcommands: Readonly<Record<string, SubcommandEntry>> = table({
  run: {
    group: 'Run',
    does: 'Send every test to the service, judge each exchange, write the reports',
    sends: true,
    load: async () => (await import('./run/run.ts')).run,
  },
  check: {
    group: 'Run',
    does: 'Try a target file: one request of each operation, and what to change where one fails',
    sends: true,
    load: async () => (await import('./run/check.ts')).check,
  },
  plan: {
    group: 'Run',
    does: 'Show what a run would send: tests, requests, effects, sums; sends nothing to the target',
    sends: true,
    load: async () => (await import('./run/plan.ts')).plan,
  },
  init: {
    group: 'Run',
    does: 'Create a target file that allows reads only; asks for what no option gives',
    load: async () => (await import('./run/init.ts')).init,
  },
  watch: {
    group: 'Run',
    does: 'Query a service at an interval and judge each answer; sends reads only',
    sends: true,
    load: async () => (await import('./run/watch.ts')).watch,
  },
  completion: {
    group: 'Run',
    does: 'Print the completions of this program for bash, zsh or fish',
    load: async () => (await import('./completion.ts')).completionOf(families, subcommands),
  },
  explore: {
    group: 'Investigate',
    does: 'Build one request, edit it, send it, and see the answer with its findings',
    sends: true,
    load: async () => (await import('./investigate/explore.ts')).explore,
  },
  generate: {
    group: 'Investigate',
    does: 'Print generated requests: valid ones, boundaries, or requests with one deliberate error',
    load: async () => (await import('./investigate/generate.ts')).generate,
  },
  'sign-body': {
    group: 'Investigate',
    does: 'Sign the body of a request as a target signs it, to send it by hand',
    load: async () => (await import('./investigate/sign-body.ts')).signBody,
  },
  judge: {
    group: 'Investigate',
    does: 'Judge saved traffic, or one saved answer, without sending anything',
    load: async () => (await import('./investigate/judge-file.ts')).judgeFile,
  },
  proxy: {
    group: 'Investigate',
    does: 'Forward the traffic of your own client to a target unchanged, and judge every exchange',
    sends: true,
    load: async () => (await import('./investigate/proxy.ts')).proxy,
  },
  mock: {
    group: 'Investigate',
    does: 'Serve the embedded endpoint on this machine, with a start page',
    load: async () => (await import('./investigate/mock.ts')).mock,
  },
  replay: {
    group: 'Investigate',
    does: 'Replay the test of one exchange and report whether its findings recur',
    sends: true,
    load: async () => (await import('./investigate/replay.ts')).replay,
  },
  clauses: {
    group: 'Investigate',
    does: 'List the clauses of the interface document, their evidence, and where each is checked',
    load: async () => (await import('./investigate/clauses.ts')).clauses,
  },
  openapi: {
    group: 'Investigate',
    does: 'Write the interface as an OpenAPI 3.1 document, derived from the same schemas',
    load: async () => (await import('./investigate/openapi.ts')).openapi,
  },
  diff: {
    group: 'Investigate',
    does: 'Show what changed between two runs: verdicts, observed behaviour, fields',
    load: async () => (await import('./investigate/diff.ts')).diff,
  },
  compare: {
    group: 'Investigate',
    does: 'Send two services the same requests, and show where their answers differ',
    sends: true,
    load: async () => (await import('./investigate/compare.ts')).compare,
  },
  keygen: {
    group: 'Certify',
    of: 'certificate',
    does: 'Make a pair of keys for signing',
    load: async () => (await import('./certify/keygen.ts')).keygen,
  },
  sign: {
    group: 'Certify',
    of: 'certificate',
    does: 'Sign or counter-sign the reports of a run or a package, or add a time stamp',
    load: async () => (await import('./certify/sign.ts')).sign,
  },
  pack: {
    group: 'Certify',
    of: 'certificate',
    does: 'Pack the reports of a run into one zip with the certificate as PDF',
    load: async () => (await import('./certify/pack.ts')).pack,
  },
  register: {
    group: 'Certify',
    of: 'certificate',
    does: 'Enter a package into a registry of certificates',
    load: async () => (await import('./certify/register.ts')).register,
  },
  verify: {
    group: 'Certify',
    of: 'certificate',
    does: 'Check that the evidence is complete and unchanged, and judge it again',
    load: async () => (await import('./certify/verify.ts')).verify,
  },
  prove: {
    group: 'Prove',
    does: 'Run against every planted fault, conforming variant and broken set-up, and list what was caught',
    sends: true,
    load: async () => (await import('./prove.ts')).prove,
  },
  open: {
    group: 'After a run',
    of: 'report',
    does: 'Open the reports of a run in a browser (served on this machine only)',
    load: async () => (await import('./after/report.ts')).report,
  },
  merge: {
    group: 'After a run',
    of: 'report',
    does: 'Merge the shards of a run into one statement and one report',
    load: async () => (await import('./after/merge.ts')).merge,
  },
  recover: {
    group: 'After a run',
    of: 'report',
    does: 'Write the reports of a run that was killed before it wrote them',
    load: async () => (await import('./after/recover.ts')).recover,
  },
  export: {
    group: 'After a run',
    of: 'report',
    does: 'Write the requests that show findings as a Postman collection or an .http file',
    load: async () => (await import('./after/export.ts')).exportFindings,
  },
  'clean-up': {
    group: 'After a run',
    does: 'List what a run left on its target; cancel or refund it with --send',
    sends: true,
    load: async () => (await import('./after/clean-up.ts')).cleanUp,
  },
  deviations: {
    group: 'After a run',
    does: 'Accept a finding for a while: adds it to the known deviations of a target',
    load: async () => (await import('./after/deviations.ts')).deviations,
  },
});
