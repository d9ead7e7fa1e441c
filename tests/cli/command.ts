import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { onTestFinished, vi } from 'vitest';
import type { Subcommand } from '../../cli/subcommand.ts';
import { stopSignals } from '../../targets/stop.ts';

/** What a command left behind. */
export interface Ran {
  readonly status: number | undefined;
  /** Lines of standard output. */
  readonly lines: readonly string[];
}

/** Runs one subcommand in this process; errors that the command line would print are thrown, and `lines` holds what was said before. */
export async function runCommand(
  subcommand: Subcommand,
  words: readonly string[],
  lines: string[] = [],
): Promise<Ran> {
  const say = vi
    .spyOn(console, 'log')
    .mockImplementation((line) => void lines.push(...String(line).split('\n')));
  let status: number | undefined;
  const program = new Command('conformance').exitOverride().configureOutput({ writeErr: () => {} });
  const command = program.command(words[0] ?? '');
  const act = subcommand(command);
  command.action(async (...given) => {
    status = await act(...(given as never[]));
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
  } finally {
    say.mockRestore();
  }
  return { status, lines };
}

/** Takes away, at the end of a test, what it lets hear signals in this process. */
export function forgetSignals(): void {
  const before = new Map(stopSignals.map((signal) => [signal, process.listeners(signal)]));
  onTestFinished(() => {
    for (const [signal, kept] of before)
      for (const one of process.listeners(signal)) if (!kept.includes(one)) process.off(signal, one);
  });
}

/** An empty folder for one test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
