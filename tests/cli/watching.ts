import { onTestFinished } from 'vitest';
import { startWatching, type WatchingProxy } from '../../cli/investigate/proxy.ts';
import { embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { emptyFolder } from './command.ts';
import { practiceKey } from './practice.ts';

/** A proxy that watches, with what it told. */
export interface Watching extends WatchingProxy {
  readonly told: readonly string[];
  readonly out: string;
}

/** Starts a proxy in front of a service; it ends with the test. */
export async function watch(baseUrl: string, changes: object = {}): Promise<Watching> {
  const out = emptyFolder();
  const settings = readSettings({
    CONFORMANCE_TARGET: embeddedTargetFile(),
    CONFORMANCE_MOCK_KEY: practiceKey,
    CONFORMANCE_EMBEDDED_URL: baseUrl,
    CONFORMANCE_SEED: '5',
    CONFORMANCE_OUT: out,
  });
  const target = { ...settings.target, ...changes };
  const told: string[] = [];
  const proxy = await startWatching({ ...settings, target }, { host: '127.0.0.1', port: 0 }, (line) =>
    told.push(line),
  );
  let stopped: ReturnType<WatchingProxy['stop']> | undefined;
  const stop = () => {
    stopped ??= proxy.stop();
    return stopped;
  };
  onTestFinished(async () => void (await stop()));
  return { url: proxy.url, stop, told, out };
}
