import type { DrawnForm } from './drawn-image.ts';
import { encapsulate } from './encapsulate.ts';
import { type TestElement, writeDataSet, writeFile } from './write-data-set.ts';

/** Encodes segments as literal runs (PS3.5 G.3.1). */
export function encodeRle(segments: readonly Uint8Array[]): Uint8Array {
  const encoded = segments.map((segment) => {
    const runs = Array.from({ length: Math.ceil(segment.length / 128) }, (_, run) => {
      const literal = segment.subarray(128 * run, 128 * run + 128);
      return Buffer.concat([Uint8Array.of(literal.length - 1), literal]);
    });
    const bytes = Buffer.concat(runs);
    return Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
  });
  const header = new Uint32Array(16);
  header[0] = segments.length;
  for (const [index] of encoded.entries())
    header[1 + index] = 64 + encoded.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([new Uint8Array(header.buffer), ...encoded]);
}

export const paletteFactors = [1, 3, 7] as const;

/** Writes the file: `compressed` in a fragment, else `pixels` as they are. */
export function writeImage(form: DrawnForm, compressed: Uint8Array | null, pixels: Uint8Array): Uint8Array {
  const isLittleEndian = form.transferSyntax !== '1.2.840.10008.1.2.2';
  const encoding = { isExplicitVr: form.transferSyntax !== '1.2.840.10008.1.2', isLittleEndian };
  const short = (tag: number, ...numbers: readonly number[]): TestElement => {
    const value = Buffer.from(Uint16Array.from(numbers).buffer);
    return { tag, vr: 'US', value: isLittleEndian ? value : value.swap16() };
  };
  const entries = paletteFactors.map((factor) =>
    Buffer.from(Array.from({ length: 256 }, (_, at) => (at * factor) % 256)),
  );
  const palette: TestElement[] = [
    ...[0x00281101, 0x00281102, 0x00281103].map((tag) => short(tag, 256, 0, 8)),
    ...entries.map((value, at) => ({ tag: 0x00281201 + at, vr: 'OW', value: isLittleEndian ? value : value.swap16() })),
  ];
  const text = form.photometric.padEnd(form.photometric.length + (form.photometric.length % 2));
  const head = writeDataSet(
    [
      { tag: 0x00080018, vr: 'UI', value: Buffer.from('2.25.18') },
      short(0x00280002, form.samples),
      { tag: 0x00280004, vr: 'CS', value: Buffer.from(text) },
      short(0x00280006, form.planar),
      short(0x00280010, form.rows),
      short(0x00280011, form.columns),
      short(0x00280100, form.bitsAllocated),
      short(0x00280101, form.bitsStored),
      short(0x00280102, form.highBit),
      short(0x00280103, form.representation),
      ...(form.hasPalette ? palette : []),
      ...(compressed === null ? [{ tag: 0x7fe00010, vr: form.vr, value: pixels }] : []),
    ],
    encoding,
  );
  const fragments = compressed === null ? [] : [encapsulate([compressed], encoding)];
  return writeFile(new Uint8Array(Buffer.concat([head, ...fragments])), form.transferSyntax);
}
