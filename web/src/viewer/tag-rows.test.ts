import { expect, it } from 'vitest';
import { filterRows, tagRows } from './tag-rows.ts';

const rows = tagRows({
  '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Παπαδοπούλου^Μαρία' }] },
  '00081140': { vr: 'SQ', Value: [{ '00081155': { vr: 'UI', Value: ['1.2.3'] } }] },
  '7FE00010': { vr: 'OW', BulkDataURI: '/x' },
});

it('lists attributes by tag with their standard names, and items below their sequence', () => {
  expect(rows.map(({ tag, name, depth }) => [tag, name, depth])).toEqual([
    ['(0008,1140)', 'Referenced Image Sequence', 0],
    ['(0008,1155)', 'Referenced SOP Instance UID', 1],
    ['(0010,0010)', 'Patient Name', 0],
    ['(7FE0,0010)', 'Pixel Data', 0],
  ]);
});

it.each([['μαρία'], ['patient n'], ['PatientName'], ['(0010,0010)'], ['00100010']])('finds a row by %s', (search) => {
  expect(filterRows(rows, search).map(({ tag }) => tag)).toEqual(['(0010,0010)']);
});
