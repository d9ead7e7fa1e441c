import { table } from '../schemas/table.ts';
import type { SubcommandEntry } from './subcommand.ts';

/** All subcommands by name, in the order of the help. */
export const subcommands: Readonly<Record<string, SubcommandEntry>> = table({
  run: {
    group: 'Run',
    does: 'Pass all its words to playwright test, with the configuration of the suite',
    examples: ['run --project quick', 'run -g @refund'],
    load: async () => (await import('./run.ts')).run,
  },
  init: {
    group: 'Run',
    does: 'Write a target file that allows reads only, and a configuration of Playwright where there is none',
    examples: [
      'init sandbox.json --base-url https://sandbox.example.com/gateway --merchant 100001 --account 100001001 --signing hmac-sha256 --key-env SANDBOX_SIGNING_KEY',
    ],
    load: async () => (await import('./init.ts')).init,
  },
  explore: {
    group: 'Investigate',
    does: 'Make, edit and send one request at a time on a local page, or send the body in a file',
    examples: ['explore', 'explore payment.json', 'explore body.json --operation refund'],
    sends: true,
    load: async () => (await import('./investigate/explore.ts')).explore,
  },
  generate: {
    group: 'Investigate',
    does: 'Print requests: valid ones, boundaries, one deliberate error, or a body of your own, signed',
    examples: [
      'generate refund --kind boundary --seed 1',
      'generate refund --body refund.json --target conformance.target.json > signed.json',
    ],
    load: async () => (await import('./investigate/generate.ts')).generate,
  },
  judge: {
    group: 'Investigate',
    does: 'Judge saved traffic, or one saved answer, without sending anything',
    examples: [
      'judge shop.har --base https://sandbox.example.com/gateway',
      'judge answer.xml --operation direct-payment',
    ],
    load: async () => (await import('./investigate/judge-file.ts')).judgeFile,
  },
  mock: {
    group: 'Investigate',
    does: 'Serve the embedded endpoint on this machine, or a service that errs, lies or has its own rules',
    examples: ['mock --port 8080 --fault refund-reference-id-three-digits', 'mock --acquirer settles-later'],
    load: async () => (await import('./investigate/mock.ts')).mock,
  },
  clauses: {
    group: 'Investigate',
    does: 'List the clauses of the interface document, their evidence, and where each is checked',
    examples: ['clauses 2.9', 'clauses --openapi > openapi.json'],
    load: async () => (await import('./investigate/clauses.ts')).clauses,
  },
  diff: {
    group: 'Investigate',
    does: 'Show what changed between two runs: verdicts and observed behaviour',
    examples: ['diff yesterday/conformance.json results/latest'],
    load: async () => (await import('./investigate/diff.ts')).diff,
  },
  sign: {
    group: 'Certify',
    does: 'Sign the reports of a run, and print the certificate',
    examples: ['sign results/latest --sign-key conformance.key.pem'],
    load: async () => (await import('./certify/sign.ts')).sign,
  },
  verify: {
    group: 'Certify',
    does: 'Check that the evidence is complete and unchanged, and judge it again',
    examples: ['verify results/latest'],
    load: async () => (await import('./certify/verify.ts')).verify,
  },
  prove: {
    group: 'Prove',
    does: 'Prove the suite against planted faults, conforming services and broken set-ups, and list what was caught',
    examples: ['prove --fault "refund-*"'],
    sends: true,
    load: async () => (await import('./prove.ts')).prove,
  },
});
