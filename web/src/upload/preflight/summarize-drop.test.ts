import { type InstanceFacts, type PreflightFile, readZipIndex } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import { filesOf } from './dropped-files.ts';
import { packFiles } from './pack-files.ts';
import { prefillFields } from './prefill.ts';
import { readFiles } from './read-files.ts';
import { summarizeDrop } from './summarize-drop.ts';

const unnamedPatient = { name: null, birthDate: null, sex: null, number: null };

function instance(index: number, facts: Partial<InstanceFacts>): PreflightFile {
  const complete: InstanceFacts = {
    ...{
      patient: unnamedPatient,
      studyUid: '1',
      seriesUid: '1.1',
      instanceUid: `${index}`,
      modality: 'CT',
      frames: 1,
      pixels: null,
    },
    ...{ studyDescription: '', studyDate: null, accessionNumber: '', referringPhysician: '' },
    ...{ seriesDescription: '', seriesNumber: null, instanceNumber: index },
    ...facts,
  };
  return { dropped: index, path: `${index}.dcm`, member: null, size: 100, kind: 'instance', facts: complete };
}

describe('summarizeDrop', () => {
  const maria = { ...unnamedPatient, name: 'PAPADOPOULOU^MARIA', birthDate: '1950-05-17' };

  it('groups files by person, study and series, and assigns an unnamed file to its study', () => {
    const summary = summarizeDrop([
      instance(2, { patient: maria, seriesNumber: 2, seriesUid: 'b' }),
      instance(1, { patient: { ...maria, name: 'ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ' }, seriesNumber: 1, seriesUid: 'a' }),
      instance(3, { patient: { ...unnamedPatient, name: 'GEORGIOU^ELENI' }, studyUid: '2' }),
      instance(4, { studyUid: '1', seriesUid: 'a', frames: 5 }),
      { dropped: 5, path: 'viewer.exe', member: null, size: 9, kind: 'program' },
    ]);
    expect(
      summary.persons.map(({ studies }) => studies.map(({ series }) => series.map(({ images }) => images))),
    ).toEqual([[[6, 1]], [[1]]]);
    expect(summary).toMatchObject({ programCount: 1, otherPaths: [], missingPaths: [] });
  });

  it('names what a disc lists and is not here, and knows renamed files by their UID', () => {
    const listed = (path: string, instanceUid: string) => ({ path, instanceUid });
    const summary = summarizeDrop([
      {
        ...{ dropped: 0, path: 'CD/DICOMDIR', member: null, size: 9, kind: 'index' },
        listedFiles: [listed('DICOM/IM1', '9.1'), listed('DICOM/IM2', '9.2'), listed('DICOM/IM3', '9.3')],
      },
      { ...instance(1, { instanceUid: '9.2' }), path: 'CD/renamed.dcm' },
      { dropped: 2, path: 'CD/dicom/im3.;1', member: null, size: 9, kind: 'unreadable' },
      { dropped: 3, path: 'CD/letter.pdf', member: null, size: 9, kind: 'document' },
    ]);
    expect(summary).toMatchObject({
      missingPaths: ['CD/DICOM/IM1'],
      documentPaths: ['CD/letter.pdf'],
      damagedPaths: ['CD/dicom/im3.;1'],
    });
  });

  const eleni = { ...unnamedPatient, name: 'GEORGIOU^ELENI' };
  const filesOfPersons = (...files: PreflightFile[]) =>
    summarizeDrop(files).persons.map(({ isUnnamed, studies }) => [
      isUnnamed,
      ...studies.flatMap(({ series }) => series.flatMap((one) => one.files.map(({ dropped }) => dropped))).sort(),
    ]);

  it('assigns unnamed files to the second person if the study or series is theirs', () => {
    const second = instance(2, { patient: eleni, studyUid: '2', seriesUid: '2.1' });
    expect(filesOfPersons(instance(1, { patient: maria }), second, instance(3, { studyUid: '2' }))).toEqual([
      [false, 1],
      [false, 2, 3],
    ]);
    const shared = instance(2, { patient: eleni, seriesUid: '2.1' });
    expect(filesOfPersons(instance(1, { patient: maria }), shared, instance(3, { seriesUid: '2.1' }))).toEqual([
      [false, 1],
      [false, 2, 3],
    ]);
  });

  it('groups unnamed files of an unnamed study separately, unless there is only one person', () => {
    const unnamed = [instance(3, { studyUid: '3', seriesUid: '3.1' }), instance(4, { studyUid: '', seriesUid: '' })];
    expect(filesOfPersons(instance(1, { patient: maria }), ...unnamed)).toEqual([[false, 1, 3, 4]]);
    const second = instance(2, { patient: eleni, studyUid: '2', seriesUid: '2.1' });
    expect(filesOfPersons(instance(1, { patient: maria }), second, ...unnamed)).toEqual([
      [false, 1],
      [false, 2],
      [true, 3, 4],
    ]);
    expect(filesOfPersons(...unnamed)).toEqual([[false, 3, 4]]);
  });

  it.each([
    [['CT'], 'ct'],
    [['SR', 'MR'], 'mri'],
    [['CT', 'PT'], 'pet-ct'],
    [['DX'], 'xray'],
    [['OT'], ''],
  ])('prefills the exam type for %j as %s', (modalities, examType) => {
    const { persons } = summarizeDrop(
      modalities.map((modality, index) =>
        instance(index, { modality, seriesUid: `${index}`, studyDate: '2026-01-15' }),
      ),
    );
    expect(persons[0] && prefillFields(persons[0])).toMatchObject({ examType, examDate: '2026-01-15' });
  });
});

/** A file of the modality: 16 by 16 pixels, explicit VR little endian. */
function dicomOf(modality: string): Uint8Array<ArrayBuffer> {
  const parts = [new Uint8Array(128), new TextEncoder().encode('DICM')];
  const element = (group: number, number: number, vr: string, value: Uint8Array) => {
    const isLong = vr === 'OW';
    const header = new DataView(new ArrayBuffer(isLong ? 12 : 8));
    header.setUint16(0, group, true);
    header.setUint16(2, number, true);
    header.setUint8(4, vr.charCodeAt(0));
    header.setUint8(5, vr.charCodeAt(1));
    if (isLong) header.setUint32(8, value.length, true);
    else header.setUint16(6, value.length, true);
    parts.push(new Uint8Array(header.buffer), new Uint8Array(value));
  };
  const text = (value: string) => new TextEncoder().encode(value.length % 2 === 0 ? value : `${value}\0`);
  const short = (value: number) => Uint8Array.of(value & 255, value >> 8);
  element(2, 0x10, 'UI', text('1.2.840.10008.1.2.1'));
  element(8, 0x16, 'UI', text('1.2.840.10008.5.1.4.1.1.7'));
  element(8, 0x60, 'CS', text(modality));
  element(0x10, 0x10, 'PN', text(`PATIENT^OF ${modality}`));
  element(0x20, 0x0d, 'UI', text(`1.2.${modality.charCodeAt(0)}`));
  element(0x28, 0x02, 'US', short(1));
  element(0x28, 0x04, 'CS', text('MONOCHROME2'));
  for (const [number, value] of [
    [0x10, 16],
    [0x11, 16],
    [0x100, 16],
    [0x101, 16],
  ] as const)
    element(0x28, number, 'US', short(value));
  element(0x7fe0, 0x10, 'OW', new Uint8Array(512).fill(7));
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

describe('packFiles', () => {
  const files = filesOf(['CT', 'MR'].map((modality) => new File([dicomOf(modality)], 'IM1')));
  const refs = files.map(({ path }, dropped) => ({ dropped, path, member: null }));
  const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  const entriesOf = async (blob: Blob) => {
    const bytes = await bytesOf(blob);
    const access = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) };
    return { bytes, entries: (await readZipIndex(access)).entries };
  };

  it('packs every file unchanged under a unique name, and gives the same bytes a second time', async () => {
    const { bytes, entries } = await entriesOf(await packFiles(files, refs));
    expect(entries.map(({ name }) => name)).toEqual(['IM1', '2/IM1']);
    const { dataOffset = 0, size = 0 } = entries[0] ?? {};
    expect(bytes.subarray(dataOffset, dataOffset + size)).toEqual(dicomOf('CT'));
    expect(await bytesOf(await packFiles(files, refs))).toEqual(bytes);
  });

  it('copies an archive’s members unchanged', async () => {
    const archive = new File([await packFiles(files, refs)], 'disk.zip');
    const second = (await entriesOf(archive)).entries[1];
    if (!second) throw new Error('Expected two entries.');
    const repacked = await packFiles(filesOf([archive]), [{ dropped: 0, path: second.name, member: second }]);
    const summary = await readFiles(filesOf([new File([repacked], 'again.zip')]), () => undefined);
    expect(summary.persons.map(({ spellings }) => spellings[0]?.name)).toEqual(['PATIENT^OF MR']);
  });

  it('packs files that are read by person, with a thumbnail of a slice', async () => {
    const progress: number[] = [];
    const summary = await readFiles(files, (count) => progress.push(count));
    expect(summary.persons).toHaveLength(2);
    expect(summary.persons[0]?.studies[0]?.series[0]?.thumbnail?.width).toBe(16);
    expect(progress.at(-1)).toBe(2);
  });
});
