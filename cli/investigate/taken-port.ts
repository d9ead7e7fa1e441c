import { ConfigurationError } from '../../targets/configuration-error.ts';

/** Starts a server on the port of `--port`; a port that another program holds, or may not be had, is one line for the user. */
export async function onPort<Served>(port: number, start: () => Promise<Served>): Promise<Served> {
  try {
    return await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`--port ${port} is taken by another program; 0 takes a free one.`);
    if (code === 'EACCES')
      throw new ConfigurationError(`--port ${port} is not allowed to this user; 0 takes a free one.`);
    throw error;
  }
}
