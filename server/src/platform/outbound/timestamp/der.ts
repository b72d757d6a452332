/** One value of DER (X.690): its tag, its content, and its bytes with the header. */
export interface DerValue {
  tag: number;
  content: Buffer;
  bytes: Buffer;
}

export const derTags = { boolean: 1, integer: 2, octets: 4, null: 5, oid: 6, time: 24, sequence: 48 } as const;

export function writeDer(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content]);
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(length.toString(16).padStart(length < 0x100 ? 2 : 4, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

/** Splits bytes into the values that follow each other. Throws if they are not DER, or end early. */
export function readDer(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = readValue(bytes, at);
    values.push(value);
    at += value.bytes.length;
  }
  return values;
}

function readValue(bytes: Buffer, at: number): DerValue {
  const first = bytes[at + 1] ?? 0;
  const extra = first < 0x80 ? 0 : first & 0x7f;
  if ((first >= 0x80 && (extra === 0 || extra > 4)) || at + 2 + extra > bytes.length) throw new Error('Not DER.');
  const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra);
  const start = at + 2 + extra;
  if (start + length > bytes.length) throw new Error('DER ends early.');
  return {
    tag: bytes[at] ?? 0,
    content: bytes.subarray(start, start + length),
    bytes: bytes.subarray(at, start + length),
  };
}

/** Goes down a path of positions in nested values. Throws if a value is missing or the last has another tag. */
export function findDer(bytes: Buffer, path: readonly number[], tag: number): DerValue {
  let [value]: (DerValue | undefined)[] = [{ tag: derTags.sequence, content: bytes, bytes }];
  for (const position of path) value = value && readDer(value.content)[position];
  if (value?.tag !== tag) throw new Error('DER has another structure.');
  return value;
}
