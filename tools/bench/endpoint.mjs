import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the embedded endpoint as a new process; `look` returns its memory and CPU time. */
async function startEndpoint(latencyMs) {
  const file = fileURLToPath(new URL('./endpoint-process.mjs', import.meta.url));
  const child = fork(file, [String(latencyMs)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url }] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the endpoint did not start'))),
  ]);
  return {
    url,
    async look() {
      child.send('look');
      const [state] = await once(child, 'message');
      return state;
    },
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Calls a function with a new endpoint that delays each answer by `latencyMs`, and stops the endpoint afterwards. */
export async function withEndpoint(act, latencyMs = 0) {
  const endpoint = await startEndpoint(latencyMs);
  try {
    return await act(endpoint);
  } finally {
    await endpoint.close();
  }
}
