import type { RunOptions } from '../cli/project/run-options.ts';
import type { Finding } from '../schemas/types.ts';
import { drawParameters, drawServices, writeUsed } from './drawn-services.ts';
import { changeOf, freedoms, type Used, warnsOf } from './freedoms/registry.ts';
import { record } from './recording.ts';
import type { ServiceScore } from './score-services.ts';

/** The number of the first service that meets the specs; those before it are judged by recorded requests. */
const firstMet = 1_000_000;

/**
 * Services for the specs themselves. They refuse nothing that the document allows, so that each run has to be complete,
 * and use in turn what only a connection shows.
 */
export function drawMet(seed: number, count: number): readonly (readonly Used[])[] {
  const onWire = freedoms.filter((one) => one.onWire === true);
  const others = freedoms.filter((one) => one.onWire !== true && one.refuses !== true);
  return drawServices(seed, count, others).map((service, at) => {
    const freedom = onWire[at % onWire.length];
    return freedom === undefined
      ? service
      : [...service, { freedom, parameters: drawParameters(freedom, seed + at) }];
  });
}

/** Runs the specs against a service over connections. */
export async function meetService(
  used: readonly Used[],
  number: number,
  how: RunOptions,
): Promise<{ readonly score: ServiceScore; readonly unheld: readonly string[]; readonly whole: boolean }> {
  const { statement, exchanges, problems } = await record(how, changeOf(used));
  const { findings, result, reasons, exitCode } = statement;
  const declared = warnsOf(used);
  const isUntrue = ({ verdict, clause }: Pick<Finding, 'verdict' | 'clause'>) =>
    verdict !== 'inconclusive' && !(verdict === 'warn' && declared.has(clause));
  const said = new Map(
    findings
      .filter(isUntrue)
      .map(({ verdict, clause, operation }) => [`${verdict} ${clause} ${operation}`, verdict === 'warn']),
  );
  if (result === 'incomplete') said.set(`incomplete: ${reasons[0] ?? 'without a reason'}`, false);
  const smallest = used.map(writeUsed);
  const alarms = [...said].map(([what, weak]) => ({ what, weak, smallest }));
  return {
    score: { number: firstMet + number, exchanges: exchanges.length, alarms },
    unheld: problems,
    whole: exitCode !== 4,
  };
}
