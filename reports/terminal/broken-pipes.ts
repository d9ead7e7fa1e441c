let isListening = false;

/** Keeps the process alive on a closed output (`| head -1`) or a full disk: messages are lost, reports are not. */
export function withoutBrokenPipes(): void {
  if (isListening) return;
  isListening = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
