import { writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';

/** Returns a DICOM file whose text is encoded in a character set. `uid` is the prefix of its UIDs. */
export function greekFile(set: string, name: Buffer, description: Buffer, uid: string): Buffer {
  const text = (value: string) => Buffer.from(value.length % 2 === 0 ? value : `${value} `, 'latin1');
  const even = (bytes: Buffer) => (bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(' ')]));
  const elements = [
    ...(set === '' ? [] : [{ tag: 0x00080005, vr: 'CS', value: text(set) }]),
    { tag: 0x00080016, vr: 'UI', value: text('1.2.840.10008.5.1.4.1.1.7') },
    { tag: 0x00080018, vr: 'UI', value: text(`${uid}.3`) },
    { tag: 0x00080060, vr: 'CS', value: text('OT') },
    { tag: 0x00081030, vr: 'LO', value: even(description) },
    { tag: 0x0008103e, vr: 'LO', value: even(description) },
    { tag: 0x00100010, vr: 'PN', value: even(name) },
    { tag: 0x0020000d, vr: 'UI', value: text(`${uid}.1`) },
    { tag: 0x0020000e, vr: 'UI', value: text(`${uid}.2`) },
  ];
  const encoding = { isExplicitVr: true, isLittleEndian: true };
  return Buffer.from(writeFile(writeDataSet(elements, encoding), '1.2.840.10008.1.2.1'));
}
