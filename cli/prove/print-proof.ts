import pc from 'picocolors';
import type { ProofFigures } from '../../reports/statement/format.ts';
import type { Proof } from './run-proof.ts';
import type { FaultScore } from './score.ts';

const marks: Readonly<Record<FaultScore['state'], string>> = {
  caught: pc.green('caught'),
  'caught-by-another': pc.yellow('caught by another clause'),
  survived: pc.red('survived'),
  equivalent: pc.red('equal to the plain endpoint'),
  'not-met': pc.red('met by no spec'),
};

/** The figures that certificate and README quote. */
function proofFigures({ faults, dialects, misfits }: Proof): ProofFigures {
  const having = (state: FaultScore['state']) => faults.filter((fault) => fault.state === state);
  return {
    faults: {
      planted: faults.length,
      caught: having('caught').length,
      caughtByAnother: having('caught-by-another').length,
      equivalent: having('equivalent').length,
      survived: [...having('survived'), ...having('not-met')].map(({ id }) => id),
    },
    dialects: {
      run: dialects.length,
      falseAlarms: dialects.reduce((sum, { alarms }) => sum + alarms.length, 0),
    },
    misfits: {
      run: misfits.length,
      told: misfits.filter(({ problems }) => problems.length === 0).length,
    },
  };
}

/** What is written to `reports/proof.json`: the figures, then every row. */
export function proofFile(proof: Proof): object {
  return { proof: 1, figures: proofFigures(proof), ...proof };
}

/** Prints the matrix, what went wrong first, and returns whether the proof holds. */
export function printProof(proof: Proof): boolean {
  const { faults, dialects, misfits } = proofFigures(proof);
  for (const { id, clause, state, clauses } of proof.faults) {
    if (state === 'caught') continue;
    console.log(
      `${marks[state]}  ${id}  ${clause}${clauses.length === 0 ? '' : `  (found: ${clauses.join(', ')})`}`,
    );
  }
  for (const { name, alarms } of proof.dialects) {
    for (const { what, count } of alarms)
      console.log(`${pc.red('false alarm')}  ${name}  ${what} (${count})`);
  }
  for (const { name, problems } of proof.misfits) {
    for (const problem of problems) console.log(`${pc.red('misfit')}  ${name}  ${problem}`);
  }
  const told = misfits?.told ?? 0;
  if (proof.misfits.length > 0)
    console.log(`${told} of ${proof.misfits.length} misfits told for what they are.`);
  if (proof.faults.length + proof.dialects.length === 0) return told === proof.misfits.length;
  console.log(
    `${faults.caught} of ${faults.planted} faults caught by the clause aimed at them, ` +
      `${faults.caughtByAnother} by another, ${faults.survived.length} survived, ${faults.equivalent} equivalent.`,
  );
  console.log(`${dialects.falseAlarms} false alarms over ${dialects.run} dialects.`);
  console.log(`${proof.exchanges} exchanges in ${proof.seconds} s.`);
  if (!proof.whole) console.log(pc.red('Specs broke or the run was cut short: the proof is void.'));
  return (
    proof.whole &&
    faults.caught === faults.planted &&
    dialects.falseAlarms === 0 &&
    told === proof.misfits.length
  );
}
