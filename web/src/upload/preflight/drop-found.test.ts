import { constants, inflateRawSync } from 'node:zlib';
import { type FoundFile, type InstanceFacts, readDrop, readZipIndex } from '@medcloud/dicom';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { describe, expect, it } from 'vitest';
import { gatherDrop, prefillOf } from './drop-found.ts';
import { filesOf } from './dropped-files.ts';
import { packFiles } from './pack-files.ts';
import { readFiles } from './read-files.ts';

const silent = { name: null, birthDate: null, sex: null, number: null };

function instance(place: number, facts: Partial<InstanceFacts>): FoundFile {
  const all: InstanceFacts = {
    ...{
      patient: silent,
      studyUid: '1',
      seriesUid: '1.1',
      instanceUid: `${place}`,
      modality: 'CT',
      frames: 1,
      pixels: null,
    },
    ...{ studyDescription: '', studyDate: null, accessionNumber: '', referringPhysician: '' },
    ...{ seriesDescription: '', seriesNumber: null, instanceNumber: place },
    ...facts,
  };
  return { dropped: place, path: `${place}.dcm`, member: null, size: 100, kind: 'instance', facts: all };
}

describe('what is found in a drop', () => {
  const maria = { ...silent, name: 'PAPADOPOULOU^MARIA', birthDate: '1950-05-17' };

  it('stands by person, study and series; a file that names nobody goes with the first', () => {
    const found = gatherDrop(
      [
        instance(2, { patient: maria, seriesNumber: 2, seriesUid: 'b' }),
        instance(1, { patient: { ...maria, name: 'ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ' }, seriesNumber: 1, seriesUid: 'a' }),
        instance(3, { patient: { ...silent, name: 'GEORGIOU^ELENI' }, studyUid: '2' }),
        instance(4, { studyUid: '1', seriesUid: 'a', frames: 5 }),
        { dropped: 5, path: 'viewer.exe', member: null, size: 9, kind: 'program' },
      ],
      12,
    );
    expect(found.persons.map(({ studies }) => studies.map(({ series }) => series.map(({ images }) => images)))).toEqual(
      [[[6, 1]], [[1]]],
    );
    expect(found).toMatchObject({ programs: 1, others: 0, tookMs: 12 });
  });

  it.each([
    [['CT'], 'ct'],
    [['SR', 'MR'], 'mri'],
    [['CT', 'PT'], 'pet-ct'],
    [['DX'], 'xray'],
    [['OT'], ''],
  ])('says of %j that the exam is %s', (modalities, examType) => {
    const { persons } = gatherDrop(
      modalities.map((modality, place) =>
        instance(place, { modality, seriesUid: `${place}`, studyDate: '2026-01-15' }),
      ),
      0,
    );
    expect(persons[0] && prefillOf(persons[0])).toMatchObject({ examType, examDate: '2026-01-15' });
  });
});

describe('a drop packed into one archive', () => {
  const files = filesOf([
    new File([new Uint8Array(testFile('test_files/CT_small.dcm'))], 'IM1'),
    new File([new Uint8Array(testFile('test_files/MR_small.dcm'))], 'IM1'),
  ]);
  const accessTo = (bytes: Uint8Array) => ({
    sizeBytes: bytes.length,
    read: async (start: number, end: number) => bytes.subarray(start, end),
  });

  it('has every file under a name of its own, byte for byte, and is the same a second time', async () => {
    const refs = files.map(({ path }, dropped) => ({ dropped, path, member: null }));
    const once = new Uint8Array(await (await packFiles(files, refs)).arrayBuffer());
    const { entries } = await readZipIndex(accessTo(once));
    expect(entries.map(({ name }) => name)).toEqual(['IM1', '2/IM1']);
    const [first] = entries;
    expect(Buffer.from(once.subarray(first?.dataOffset, (first?.dataOffset ?? 0) + (first?.size ?? 0)))).toEqual(
      Buffer.from(testFile('test_files/CT_small.dcm')),
    );
    expect(new Uint8Array(await (await packFiles(files, refs)).arrayBuffer())).toEqual(once);
  });

  it('is made of an archive’s members as they lie there', async () => {
    const refs = files.map(({ path }, dropped) => ({ dropped, path, member: null }));
    const archive = new File([await packFiles(files, refs)], 'disk.zip');
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const { entries } = await readZipIndex(accessTo(bytes));
    const second = entries[1];
    if (!second) throw new Error('There are two.');
    const again = await packFiles(filesOf([archive]), [{ dropped: 0, path: second.name, member: second }]);
    const inflate = async (raw: Uint8Array, most: number) =>
      inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, most);
    const access = accessTo(new Uint8Array(await again.arrayBuffer()));
    const found = (await Array.fromAsync(readDrop([{ path: 'x', access }], inflate))).flat();
    expect(found.map(({ facts }) => facts?.modality)).toEqual(['MR']);
  });

  it('is read with a picture of a slice', async () => {
    const told: number[] = [];
    const found = await readFiles(
      files,
      () => 0,
      (count) => told.push(count),
    );
    expect(found.persons).toHaveLength(2);
    expect(found.persons[0]?.studies[0]?.series[0]?.picture?.width).toBe(96);
    expect(told.at(-1)).toBe(2);
  });
});
