import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Packs half a gigabyte of one letter, piece by piece, when it is first asked for, and keeps what came of it. */
export function halfAGigabyte(...packers: readonly (() => Transform)[]): () => Promise<Buffer> {
  const pack = () => {
    const pieces = Array<Buffer>(500).fill(Buffer.alloc(1_000_000, 'x'));
    return buffer(packers.reduce<Readable>((stream, open) => stream.pipe(open()), Readable.from(pieces)));
  };
  let packed: Promise<Buffer> | undefined;
  return () => {
    packed ??= pack();
    return packed;
  };
}
