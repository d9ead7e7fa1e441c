import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that loads a program and waits with it. */
export interface WaitingProcess {
  /** Lets it become the program with these words, and with what has come to its environment; a new process where it has died. */
  become(words: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess;
  /** Ends it where it became nothing; resolves when it has ended. */
  giveUp(): Promise<void>;
}

/** What a waiting process is to become, and where. */
export interface WaitingFor {
  /** Path of the script of the program. */
  readonly script: string;
  /** Addresses of modules that it loads anyway. */
  readonly modules: readonly string[];
  readonly output: 'inherit' | 'ignore';
  readonly errors: 'inherit' | 'ignore' | 'pipe';
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Told what stopped the process; the connection then stays, and what is sent through it as `{ stop: 'SIGINT' }` stops the process. */
  readonly stopped?: (by: string) => void;
}

const waiting = fileURLToPath(new URL('waiting-process.mjs', import.meta.url));

/** Starts a process that loads a program, and runs nothing before it is told to. */
export function startWaiting({
  script,
  modules,
  output,
  errors,
  environment: env,
  cwd,
  stopped,
}: WaitingFor): WaitingProcess {
  const input = output === 'inherit' ? 'inherit' : 'ignore';
  const stdio = [input, output, errors] as const;
  const options: SpawnOptions = { env, ...(cwd === undefined ? {} : { cwd }) };
  const child = spawn(process.execPath, [waiting, script, ...modules], {
    ...options,
    stdio: [...stdio, 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const hear = (process: ChildProcess) =>
    process.on('message', (message: { readonly stop?: unknown }) => {
      if (typeof message.stop === 'string') stopped?.(message.stop);
    });
  hear(child);
  // Whoever waits for it holds it; it alone holds nobody.
  child.unref();
  child.channel?.unref();
  let became: ChildProcess | undefined;
  return {
    become(words, environment) {
      if (child.connected) {
        child.ref();
        child.send({ words, environment, staysConnected: stopped !== undefined });
        became = child;
      } else {
        became = spawn(process.execPath, [script, ...words], {
          ...options,
          env: { ...env, ...environment },
          stdio: [...stdio, ...(stopped === undefined ? [] : ['ipc' as const])],
        });
        hear(became);
      }
      return became;
    },
    async giveUp() {
      if (became !== undefined) return;
      child.ref();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
