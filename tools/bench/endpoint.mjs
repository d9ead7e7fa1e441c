import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the embedded endpoint as a fresh process without any state; `look` tells its memory and CPU time. */
async function startEndpoint() {
  const file = fileURLToPath(new URL('./endpoint-process.mjs', import.meta.url));
  const child = fork(file, { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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

/** Runs something against a fresh endpoint and ends it. */
export async function withEndpoint(act) {
  const endpoint = await startEndpoint();
  try {
    return await act(endpoint);
  } finally {
    await endpoint.close();
  }
}
