import type { Command, Option } from 'commander';
import { RepeatableOption } from './option-values.ts';

/** Ends in an error of usage where an option is given twice of which the last value alone would count, without a word. */
export function refuseRepeatedOptions(program: Command): void {
  for (const command of program.commands) {
    for (const option of command.options) {
      if ((option.required || option.optional) && !isRepeatable(option)) refuseSecond(command, option);
    }
    refuseRepeatedOptions(command);
  }
}

const isRepeatable = (option: Option): boolean => option.variadic || option instanceof RepeatableOption;

function refuseSecond(command: Command, option: Option): void {
  const values: string[] = [];
  command.on(`option:${option.name()}`, (value: string | null) => {
    values.push(value ?? '');
    if (values.length === 1) return;
    const listed = option.flags.endsWith('s>') ? `: --${option.name()} ${values.join(',')}` : '';
    command.error(`error: option '${option.flags}' was given twice; give it once${listed}`);
  });
}
