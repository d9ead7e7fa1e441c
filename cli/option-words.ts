/** The environment variable that carries each option of a run to the runner and its workers. */
export const optionVariables = {
  target: 'CONFORMANCE_TARGET',
  profile: 'CONFORMANCE_PROFILE',
  seed: 'CONFORMANCE_SEED',
  day: 'CONFORMANCE_DAY',
  runs: 'CONFORMANCE_RUNS',
  operation: 'CONFORMANCE_OPERATION',
  grep: 'CONFORMANCE_GREP',
  out: 'CONFORMANCE_OUT',
  workers: 'CONFORMANCE_WORKERS',
  runId: 'CONFORMANCE_RUN_ID',
  fault: 'CONFORMANCE_FAULT',
  dialect: 'CONFORMANCE_DIALECT',
  document: 'CONFORMANCE_DOCUMENT',
} as const;

const optionOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** An error about a setting, under the name by which the user gave it: the option on the command line, else the variable. */
export function inOptionWords(message: string, words: readonly string[]): string {
  const found = Object.entries(optionVariables).find(([, variable]) => message.startsWith(`${variable} `));
  if (found === undefined) return message;
  const [option, variable] = [optionOf(found[0]), found[1]];
  const given = words.some((word) => word === option || word.startsWith(`${option}=`));
  return given ? message.replace(variable, option) : message;
}
