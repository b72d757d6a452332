import { describe, expect, it } from 'vitest';
import { writeDataSet, writeFile } from '../test/write-data-set.ts';
import { patientOf } from './patient.ts';
import { parseHead } from './reader/parse-head.ts';

const encoding = { isExplicitVr: true, isLittleEndian: true };
const text = (tag: number, vr: string, value: string) => ({ tag, vr, value: Buffer.from(value) });

function parsePatient(...elements: ReturnType<typeof text>[]) {
  const dataSet = writeDataSet([text(0x00080005, 'CS', 'ISO_IR 192'), ...elements], encoding);
  const head = parseHead(writeFile(dataSet, '1.2.840.10008.1.2.1'), true);
  return head && patientOf(head.dataSet);
}

describe('patientOf', () => {
  it('returns the values of the file without padding', () => {
    const found = parsePatient(
      text(0x00100010, 'PN', 'ΞΕΝΑΚΗ^ΔΑΝΑΗ '),
      text(0x00100020, 'LO', ' CT-12 '),
      text(0x00100030, 'DA', '19850604'),
      text(0x00100040, 'CS', 'F '),
    );
    expect(found).toEqual({ name: 'ΞΕΝΑΚΗ^ΔΑΝΑΗ', number: 'CT-12', birthDate: '1985-06-04', sex: 'F' });
  });

  it('returns nulls if the values are missing or blank, or the date is invalid', () => {
    const emptyPatient = { name: null, number: null, birthDate: null, sex: null };
    expect(parsePatient()).toEqual(emptyPatient);
    expect(parsePatient(text(0x00100010, 'PN', '  '), text(0x00100030, 'DA', '19851340'))).toEqual(emptyPatient);
  });
});
