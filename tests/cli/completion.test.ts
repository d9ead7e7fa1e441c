import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionOf } from '../../cli/completion.ts';
import { families, subcommands } from '../../cli/subcommands.ts';
import { runCommand } from './command.ts';

const scriptFor = async (shell: string) =>
  (await runCommand(completionOf(families, subcommands), ['completion', shell])).lines.join('\n');

test.each([
  ['ru', 'run'],
  ['run --last', '--last-failed'],
  ['certificate ver', 'verify'],
  ['certificate verify --k', '--key'],
  ['run --target t.json --see', '--seed'],
])('bash completes %j', async (typed, word) => {
  const words = ['payment-acquiring-conformance', ...typed.split(' ')];
  const call = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _payment_acquiring_conformance; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${await scriptFor('bash')}\n${call}`], {
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual([`${word}\n`, '']);
});

test('fish and zsh have the same words', async () => {
  const fish = await scriptFor('fish');
  expect(fish).toContain(
    "complete -c payment-acquiring-conformance -n '__fish_seen_subcommand_from run' -l seed -d ",
  );
  expect(fish).toContain(
    "-n '__fish_seen_subcommand_from certificate; and __fish_seen_subcommand_from sign' -l ",
  );
  expect(await scriptFor('zsh')).toBe(
    `autoload -U +X bashcompinit && bashcompinit\n${await scriptFor('bash')}`,
  );
});
