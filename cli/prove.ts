import { rmSync } from 'node:fs';
import pc from 'picocolors';
import { stopped } from '../proof/interruption.ts';
import { type Proof, runProof } from '../proof/run-proof.ts';
import type { FaultScore } from '../proof/score.ts';
import { type Part, type ProofOptions, type ServiceWish, selectVariants } from '../proof/selection.ts';
import type { ProofFigures } from '../reports/statement/format.ts';
import { commandLine } from '../schemas/command-line.ts';
import { groupedBy } from '../schemas/json.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { acquirerTargetFile } from '../targets/settings.ts';
import { loadTarget } from '../targets/target.ts';
import { statusOfTrusting } from './child-status.ts';
import type { Variant } from './investigate/known-variant.ts';
import { collect, newFile, shardOf, wholeNumber } from './option-values.ts';
import { figuresFile, proofVersion } from './package-root.ts';
import { exitStatus, type Subcommand } from './subcommand.ts';
import { writeGivenFile } from './write-given-file.ts';

const marks: Readonly<Record<FaultScore['state'], string>> = {
  caught: pc.green('caught'),
  'caught-mildly': pc.red('caught with too mild a verdict'),
  'caught-by-another': pc.yellow('caught by another clause'),
  survived: pc.red('survived'),
  equivalent: pc.red('equal to the plain endpoint'),
  'not-met': pc.red('met by no spec'),
};

const withoutProblems = (rows: readonly { readonly problems: readonly string[] }[]) =>
  rows.filter(({ problems }) => problems.length === 0).length;

/** Returns the figures for certificate and README. */
function proofFigures({ faults, services, misfits, hostile, acquirers, planted }: Proof) {
  const having = (...states: readonly FaultScore['state'][]) =>
    states.flatMap((state) => faults.filter((fault) => fault.state === state));
  return {
    faults: {
      planted: faults.length,
      caught: having('caught').length,
      caughtByAnother: having('caught-by-another').length,
      equivalent: having('equivalent').length,
      survived: having('survived', 'caught-mildly', 'not-met').map(({ id }) => id),
    },
    services: {
      drawn: services.length,
      falseAlarms: services.filter(({ alarms }) => alarms.some(({ weak }) => !weak)).length,
    },
    misfits: { run: misfits.length, told: withoutProblems(misfits) },
    hostile: { run: hostile.length, withstood: withoutProblems(hostile) },
    acquirers: {
      run: acquirers.length,
      clean: withoutProblems(acquirers),
      planted: planted.length,
      caught: planted.filter(({ state }) => state === 'caught').length,
    },
  } satisfies ProofFigures;
}

/** Prints what was seen before a proof was interrupted; unless caught, it is unknown whether a fault was met. */
function printInterrupted(proof: Proof): void {
  const { faults, services, misfits } = proofFigures(proof);
  for (const line of alarmLines(proof)) console.log(line);
  console.log(
    `Until then ${faults.caught} of ${faults.planted} faults were caught, ` +
      `false alarms raised over ${services.falseAlarms} of ${services.drawn} conforming services, ` +
      `${misfits.told} broken set-ups diagnosed, in ${proof.exchanges} exchanges.`,
  );
  console.log(pc.red('The proof was interrupted: it proves nothing, and its matrix was not written.'));
}

/** Prints problems, then totals, and returns whether the proof holds. */
function printProof(proof: Proof): boolean {
  const { faults, services, misfits, hostile, acquirers } = proofFigures(proof);
  const wrong = wrongLines(proof);
  for (const line of wrong) console.log(line);
  if (misfits.run > 0) console.log(`${misfits.told} of ${misfits.run} broken set-ups diagnosed correctly.`);
  if (hostile.run > 0) console.log(`${hostile.withstood} of ${hostile.run} hostile services handled.`);
  if (acquirers.run > 0) {
    console.log(`${acquirers.clean} of ${acquirers.run} acquirers clean and complete.`);
    console.log(
      `${acquirers.caught} of ${acquirers.planted} faults planted into acquirers caught by the clause aimed at them.`,
    );
  }
  if (faults.planted > 0) {
    console.log(
      `${faults.caught} of ${faults.planted} faults caught by the clause aimed at them, ` +
        `${faults.caughtByAnother} by another, ${faults.survived.length} survived, ${faults.equivalent} equivalent.`,
    );
  }
  const { quick, quickRequests } = proof;
  if (quick.length > 0)
    console.log(
      `${quick.filter(Boolean).length} of ${quick.length} faults of one exchange show in the project quick, in ${quickRequests} requests.`,
    );
  if (services.drawn > 0)
    console.log(
      `${services.falseAlarms} of ${services.drawn} conforming services raised a false alarm, ${untrueWarnings(proof)} an untrue warning alone.`,
    );
  if (proof.exchanges > 0) console.log(`${proof.exchanges} exchanges in ${proof.seconds} s.`);
  if (!proof.whole) console.log(pc.red('Specs broke or the run was cut short: the proof is void.'));
  return proof.whole && wrong.length === 0;
}

const untrueWarnings = ({ services }: Proof) =>
  services.filter(({ alarms }) => alarms.length > 0 && alarms.every(({ weak }) => weak)).length;

/** Returns two lines for everything untrue that was said of services: what it is, and how to see it again. */
function alarmLines({ services }: Proof): readonly string[] {
  const all = services.flatMap(({ number, alarms }) => alarms.map((alarm) => ({ number, ...alarm })));
  const keyOf = ({ what, smallest }: (typeof all)[number]) =>
    [what, ...smallest.map((word) => word.slice(0, word.indexOf('=')))].join(' ');
  const groups = [...groupedBy(all, keyOf).values()].sort(
    ([one], [other]) => Number(one?.weak ?? false) - Number(other?.weak ?? false),
  );
  return groups.flatMap((alarms) => {
    const [first] = alarms;
    if (first === undefined) return [];
    const { what, weak, smallest, number } = first;
    const mark = weak ? pc.yellow('untrue warning') : pc.red('false alarm');
    const words = smallest.flatMap((word) => ['--freedom', word]);
    const seen =
      alarms.length === 1 ? `service ${number}` : `service ${number} and ${alarms.length - 1} more`;
    return [`${mark}  ${what}  (${seen})`, `    ${commandLine('prove', ...words)}`];
  });
}

// docs/run.md; of the few faults of a part three more may be missed.
const quickly = { requests: 300, missed: (faults: number) => 3 + 0.03 * faults } as const;

/** Returns a line for each promise about the project `quick` that does not hold. */
function quickLines({ quick, quickRequests }: Proof): readonly string[] {
  const missed = quick.filter((isShown) => !isShown).length;
  const broken: string[] = [];
  if (missed > quickly.missed(quick.length)) broken.push(`does not show ${missed} faults of one exchange`);
  if (quickRequests > quickly.requests) broken.push(`sends more than ${quickly.requests} requests`);
  return broken.map((text) => `${pc.red('quick')}  ${text}`);
}

/** Returns one line per row with a wrong result. */
function wrongLines(proof: Proof): readonly string[] {
  const { faults, planted, misfits, hostile, acquirers, unheld } = proof;
  const tell = ({ id, clause, state, clauses }: FaultScore, where = '') => {
    const found = clauses.length === 0 ? '' : `  (found: ${clauses.join(', ')})`;
    return state === 'caught' ? [] : [`${marks[state]}  ${id}${where}  ${clause}${found}`];
  };
  const kinds = Object.entries({ misfit: misfits, hostile, acquirer: acquirers });
  return [
    ...faults.flatMap((fault) => tell(fault)),
    ...planted.flatMap((fault) => tell(fault, ` in ${fault.acquirer}`)),
    ...alarmLines(proof),
    ...kinds.flatMap(([kind, rows]) =>
      rows.flatMap(({ name, problems }) => problems.map((text) => `${pc.red(kind)}  ${name}  ${text}`)),
    ),
    ...quickLines(proof),
    ...unheld.map((text) => `${pc.red('verify')}  ${text}`),
  ];
}

/** Writes the evidence of wrong results next to the matrix and prints its path; an earlier file is removed. */
function writeMissed({ missed }: Proof, matrix: string): void {
  const file = matrix.replace(/(?:\.json)?$/, '.missed.ndjson');
  rmSync(file, { force: true });
  if (missed.length === 0) return;
  writeGivenFile(file, missed.map((exchange) => `${jsonText(exchange)}\n`).join(''), 0o600);
  console.log(`Their ${missed.length} exchanges are in ${file}.`);
}

// Errors are found before services and processes are started.
const numberText = (option: string, least: number, most: number) => (value: string) =>
  String(wholeNumber(option, least, most)(value));

interface ProveOptions extends ProofOptions, Variant, ServiceWish {
  readonly part?: Part;
  readonly json?: string;
}

/** Proves the suite: faults are caught, variants and acquirers raise nothing, misfits and hostiles are handled. */
export const prove: Subcommand = (command) => {
  command
    .option('--fault <glob>', 'only these faults')
    .option(
      '--services <number>',
      'judge this many drawn conforming services and nothing else; with --part, in that part (500 in a whole proof)',
      wholeNumber('--services', 0, 1_000_000),
    )
    .option(
      '--service-seed <number>',
      'same seed, same services (default: --seed)',
      wholeNumber('--service-seed', 0, 2_147_483_647),
    )
    .option(
      '--freedom <name=JSON>',
      'judge one service that uses these freedoms, each with its parameters; may be given several times',
      collect,
    )
    .option('--misfit <glob>', 'only these misfits')
    .option('--hostile <glob>', 'only these hostile services')
    .option('--acquirer <glob>', 'only these acquirers, and faults planted into them')
    .option(
      '--part <number/of>',
      'only this part of each kind: 1/6 to 6/6 together are the whole proof',
      (text: string) => shardOf(text, '--part'),
    )
    .option('--seed <number>', 'same seed, same requests', numberText('--seed', 0, 2_147_483_647), '1')
    .option(
      '--runs <number>',
      'how many random cases each property test draws',
      numberText('--runs', 1, 1_000_000),
      '3',
    )
    .option(
      '--json <file>',
      'write the matrix to this file (default: reports/proof.json for a whole proof)',
      newFile,
    );
  return async (options: ProveOptions) => {
    const { fault, misfit, hostile, acquirer, part, json, services, serviceSeed, freedom, ...how } = options;
    const globs = { fault, misfit, hostile, acquirer };
    const wish = { services, serviceSeed, freedom };
    const selection = selectVariants(globs, Number(how.seed), part, wish);
    const targets = selection.acquirers.map(({ name }) => loadTarget(acquirerTargetFile(name), {}));
    const authority = targets.find(({ tls }) => tls.authorityFile !== undefined)?.tls.authorityFile;
    // A whole proof meets them in a process of their own.
    const status = selection.whole ? undefined : await statusOfTrusting(authority);
    if (status !== undefined) return status;
    const proof = await runProof(selection, how, stopped);
    if (proof.interrupted) {
      printInterrupted(proof);
      return exitStatus.incomplete;
    }
    const isComplete = selection.whole && part === undefined;
    const file = json ?? (isComplete ? figuresFile : undefined);
    const { missed: _, interrupted: __, ...rows } = proof;
    const matrix = { proof: proofVersion, figures: proofFigures(proof), ...rows };
    // The result is printed first, so that it is not lost if the file cannot be written.
    const holds = printProof(proof);
    if (file !== undefined) writeGivenFile(file, `${JSON.stringify(matrix, null, 2)}\n`);
    writeMissed(proof, file ?? figuresFile);
    return holds ? exitStatus.conformant : exitStatus.nonConformant;
  };
};
