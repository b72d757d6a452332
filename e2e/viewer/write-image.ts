import { type TestElement, writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';

const explicit = { isExplicitVr: true, isLittleEndian: true } as const;
const side = 64;

const padded = (value: string, pad: string) => Buffer.from(value.length % 2 === 0 ? value : `${value}${pad}`);
const short = (value: number) => Buffer.from(Uint16Array.of(value).buffer);

/** A text element; UIDs are padded with a null byte (PS3.5 6.2). */
export const textElement = (tag: number, vr: string, value: string): TestElement => ({
  tag,
  vr,
  value: padded(value, vr === 'UI' ? '\0' : ' '),
});

interface ImageUids {
  readonly study: string;
  readonly series: string;
  readonly instance: string;
}

/** Writes an image of 64 x 64 pixels of 8 bits, with elements of its own. */
export function writeImage({ study, series, instance }: ImageUids, own: readonly TestElement[]): Uint8Array {
  const pixels = Uint8Array.from({ length: side * side }, (_, place) => (place % side) * 4);
  const shared: TestElement[] = [
    textElement(0x00080018, 'UI', instance),
    textElement(0x00100010, 'PN', 'Test^Person'),
    textElement(0x0020000d, 'UI', study),
    textElement(0x0020000e, 'UI', series),
    textElement(0x00280004, 'CS', 'MONOCHROME2'),
    ...(
      [
        [0x00280002, 1],
        [0x00280010, side],
        [0x00280011, side],
        [0x00280100, 8],
        [0x00280101, 8],
        [0x00280102, 7],
        [0x00280103, 0],
      ] as const
    ).map(([tag, value]) => ({ tag, vr: 'US', value: short(value) })),
    { tag: 0x7fe00010, vr: 'OB', value: pixels },
  ];
  const elements = [...shared, ...own].toSorted((one, other) => one.tag - other.tag);
  return writeFile(writeDataSet(elements, explicit), '1.2.840.10008.1.2.1');
}
