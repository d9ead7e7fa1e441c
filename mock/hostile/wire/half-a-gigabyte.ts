/** Packs half a gigabyte of one letter when it is first asked for, and keeps what came of it. */
export function halfAGigabyte(pack: (bytes: Buffer) => Buffer): () => Buffer {
  let packed: Buffer | undefined;
  return () => {
    packed ??= pack(Buffer.alloc(500_000_000, 'x'));
    return packed;
  };
}
