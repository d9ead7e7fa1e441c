/** One DER element. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const hex = (text: string) => Buffer.from(text, 'hex');
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const number = (value: number) => der(0x02, Buffer.from([value]));
const signedData = der(0x06, hex('2a864886f70d010702'));
const tstInfo = der(0x06, hex('2a864886f70d0109100104'));
const policy = der(0x06, hex('2a030401'));
const hashes = { sha256: '608648016503040201', sha512: '608648016503040203', sha1: '2b0e03021a' } as const;

/** How a time stamp differs from a plain one. */
export interface StampParts {
  readonly hash?: keyof typeof hashes;
  readonly time?: string;
  readonly content?: Buffer;
}

/** A time stamp token over a digest (hexadecimal), without the signature of an authority. */
export function tokenOver(imprint: string, parts: StampParts = {}): Buffer {
  const { hash = 'sha256', time = '20260131120500Z', content = tstInfo } = parts;
  const info = sequence(
    number(1),
    policy,
    sequence(sequence(der(0x06, hex(hashes[hash])), hex('0500')), der(0x04, hex(imprint))),
    number(42),
    der(0x18, Buffer.from(time)),
  );
  const stamped = sequence(content, der(0xa0, der(0x04, info)));
  const data = sequence(number(3), der(0x31), stamped, der(0x31));
  return sequence(signedData, der(0xa0, data));
}

/** The response of an authority that holds a token; `state` 0 and 1 grant the request. */
export function responseWith(token: Buffer, state = 0): Buffer {
  return sequence(sequence(number(state)), token);
}
