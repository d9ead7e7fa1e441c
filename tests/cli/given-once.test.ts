import { Command } from 'commander';
import { expect, test } from 'vitest';
import { collect, RepeatableOption, refuseRepeatedOptions } from '../../cli/option-values.ts';

function parse(...words: string[]): string {
  let said = '';
  const program = new Command('conformance')
    .exitOverride()
    .configureOutput({ writeErr: (text) => (said += text) });
  program
    .command('run')
    .exitOverride()
    .option('--operation <names>', 'only these')
    .option('--seed <number>', 'seed')
    .addOption(new RepeatableOption('--edit <path=value>', 'change a field', collect))
    .option('--key <file>', 'a key that is not repeatable, whatever its help says of several times')
    .option('--json', 'as JSON')
    .action(() => {});
  refuseRepeatedOptions(program);
  try {
    program.parse(['run', ...words], { from: 'user' });
    return 'accepted';
  } catch {
    return said.trim();
  }
}

test('a list given in two options is no silent choice of the last', () => {
  expect(parse('--operation', 'capture', '--operation=refund')).toBe(
    "error: option '--operation <names>' was given twice; give it once: --operation capture,refund",
  );
});

test('a single value is refused the second time, even the same one', () => {
  expect(parse('--seed', '3', '--seed', '3')).toBe(
    "error: option '--seed <number>' was given twice; give it once",
  );
});

test('what may be repeated, and what takes no value, is', () => {
  expect(parse('--edit', 'a=1', '--edit', 'b=2', '--json', '--json')).toBe('accepted');
});

test('the words of a help text decide nothing', () => {
  expect(parse('--key', 'a', '--key', 'b')).toBe(
    "error: option '--key <file>' was given twice; give it once",
  );
});
