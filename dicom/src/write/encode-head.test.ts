import { describe, expect, it } from 'vitest';
import { writeDataSet, writeFile } from '../../test/write-data-set.ts';
import { toDicomJson } from '../json/dicom-json.ts';
import { parseHead } from '../reader/parse-head.ts';
import { encodeHead } from './encode-head.ts';

const implementation = { classUid: '2.25.1', versionName: 'TEST' };
const short = (value: number) => Uint8Array.of(value >> 8, value & 0xff);
const text = (value: string) => Buffer.from(value.padEnd(value.length + (value.length % 2)));

function headOf(file: Uint8Array) {
  const head = parseHead(file, true);
  if (head === undefined) throw new Error('The file has no head.');
  return head;
}

describe('encodeHead', () => {
  const item = [
    { tag: 0x00080100, vr: 'SH', value: text('T-1') },
    { tag: 0x00081199, vr: 'SQ', value: new Uint8Array(), items: [[{ tag: 0x00281101, vr: 'US', value: short(258) }]] },
  ];
  const elements = [
    { tag: 0x00080016, vr: 'UI', value: Buffer.from('1.2.3\0') },
    { tag: 0x00080018, vr: 'UI', value: Buffer.from('2.25.18\0') },
    { tag: 0x00082218, vr: 'SQ', value: new Uint8Array(), items: [item, item], hasUndefinedLength: true },
    { tag: 0x00280004, vr: 'CS', value: text('YBR_RCT') },
    { tag: 0x00280010, vr: 'US', value: short(258) },
  ];
  const bigEndian = headOf(
    writeFile(writeDataSet(elements, { isExplicitVr: true, isLittleEndian: false }), '1.2.840.10008.1.2.2'),
  );

  it('encodes the elements of a big-endian file, with sequences, as they are', () => {
    const written = headOf(encodeHead(bigEndian, implementation, new Map()));
    expect(written.transferSyntax).toBe('1.2.840.10008.1.2.1');
    expect(written.dataSet.isLittleEndian).toBe(true);
    expect(toDicomJson(written.dataSet)).toEqual(toDicomJson(bigEndian.dataSet));
  });

  it('writes file meta information that the file lacks', () => {
    const file = encodeHead(bigEndian, implementation, new Map());
    expect(toDicomJson(headOf(file).meta)).toMatchObject({
      '00020000': { Value: [Buffer.from(file).indexOf('0800160055490600', 'hex') - 144] },
      '00020001': { InlineBinary: 'AAE=' },
      '00020002': { Value: ['1.2.3'] },
      '00020003': { Value: ['2.25.18'] },
      '00020012': { Value: ['2.25.1'] },
      '00020013': { Value: ['TEST'] },
    });
  });

  it('changes, adds and removes elements in the order of their tags', () => {
    const changes = new Map([
      [0x00280004, { vr: 'CS', value: text('RGB') }],
      [0x00280006, { vr: 'US', value: Uint8Array.of(0, 0) }],
      [0x00082218, null],
    ]);
    const { dataSet } = headOf(encodeHead(bigEndian, implementation, changes));
    expect([...dataSet.elements.keys()]).toEqual([0x00080016, 0x00080018, 0x00280004, 0x00280006, 0x00280010]);
    expect(toDicomJson(dataSet)['00280004']).toEqual({ vr: 'CS', Value: ['RGB'] });
  });

  it('writes a value that is too long for its VR as UN (PS3.5 6.2.2)', () => {
    const long = [{ tag: 0x00281201, vr: 'US', value: new Uint8Array(70_000) }];
    const head = headOf(
      writeFile(writeDataSet(long, { isExplicitVr: false, isLittleEndian: true }), '1.2.840.10008.1.2'),
    );
    const element = headOf(encodeHead(head, implementation, new Map())).dataSet.elements.get(0x00281201);
    expect(element?.length).toBe(70_000);
  });
});
