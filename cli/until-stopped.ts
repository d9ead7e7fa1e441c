/** Waits for Ctrl-C or a request to end. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((stop) => {
    process.once('SIGINT', () => stop());
    process.once('SIGTERM', () => stop());
  });
}
