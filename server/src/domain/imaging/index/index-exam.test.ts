import { gunzipSync } from 'node:zlib';
import { readZipIndex } from '@medcloud/dicom';
import { createSeededRandom, mutate } from '@medcloud/dicom/test/mutate.ts';
import { readExpectedResults, testFile, testFilePaths } from '@medcloud/dicom/test/test-files.ts';
import { writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { describe, expect, it } from 'vitest';
import { type ScannedArchive, ZipUploadScanners } from '../../exams/receive/zip-upload-scanner.ts';
import { createMemoryAccess } from '../members/member-access.ts';
import { readBulkData } from '../worker/read-bulk-data.ts';
import { rangesOfFrame } from './frame-table.ts';
import { indexExam } from './index-exam.ts';
import { manifestHeaderBytes, parseManifestHeader, seriesIndex } from './manifest.ts';
import { expectIndexedOrRefused } from './test-damaged-exams.ts';

const examId = '01990000-0000-7000-8000-000000000001';
const expectedResults = readExpectedResults();

async function indexTestFile(path: string) {
  const exam = await indexExam(examId, createMemoryAccess(testFile(path)), 'dcm');
  const [series] = exam.series;
  if (!series) throw new Error('No series.');
  const places = parseManifestHeader(series.manifest.subarray(0, manifestHeaderBytes));
  const part = ({ start, end }: { start: number; end: number }) =>
    JSON.parse(gunzipSync(series.manifest.subarray(start, end)).toString('utf8'));
  const [instance] = seriesIndex.parse(part(places.index)).instances;
  if (!instance) throw new Error('No instance.');
  return { exam, series, instance, metadata: part(places.metadata) };
}

const lengths = (table: Parameters<typeof rangesOfFrame>[0], count: number) =>
  Array.from({ length: count }, (_, index) =>
    rangesOfFrame(table, index + 1)?.reduce((sum, { length }) => sum + length, 0),
  );

// without files that are not DICOM or only a media directory
const readable = testFilePaths().filter((path) => !/DICOMDIR|zipMR/.test(path));

describe('indexExam of one file', () => {
  it.each(readable)('indexes %s as one instance of one series with every frame', async (path) => {
    const { exam, instance, metadata } = await indexTestFile(path);
    expect(exam).toMatchObject({ instanceCount: 1, otherCount: 0, unreadableCount: 0 });
    const frameLengths = expectedResults.get(path)?.frameLengths;
    if (frameLengths) expect(lengths(instance.frames, frameLengths.length)).toEqual(frameLengths);
    expect(metadata).toHaveLength(1);
    expect(metadata[0]['00080018'].Value).toEqual([instance.uid]);
  });

  it.each([
    ['charset_files/chrGreek.dcm', 'Διονυσιος'],
    ['charset_files/chrX2.dcm', 'Wang^XiaoDong'],
  ])('indexes %s by its decoded patient name', async (path, name) => {
    const { exam } = await indexTestFile(path);
    expect(exam.studies[0]?.patientName).toContain(name);
    expect(exam.studies[0]?.patientNameKey).toMatch(/^[a-z0-9 ]*\|[a-z0-9 ]*$/);
  });

  it('replaces long binary values by their BulkDataURI', async () => {
    const { metadata, instance, series } = await indexTestFile('test_files/MR_small.dcm');
    const base = `/dicom-web/exams/${examId}/studies/${series.studyUid}/series/${series.seriesUid}/instances/${instance.uid}`;
    expect(metadata[0]['7FE00010']).toEqual({ vr: 'OW', BulkDataURI: `${base}/bulkdata/7FE00010` });
  });
});

describe('readBulkData', () => {
  it.each(['CT_small.dcm', 'waveform_ecg.dcm'])(
    'reads every BulkDataURI of the metadata, also within items, and returns null for other paths: %s',
    async (name) => {
      const path = `test_files/${name}`;
      const { metadata, instance } = await indexTestFile(path);
      const original = createMemoryAccess(testFile(path));
      const addresses = [...JSON.stringify(metadata).matchAll(/bulkdata\/([0-9A-F/]+)"/g)].map(
        ([, found]) => found ?? '',
      );
      const own = addresses.filter((address) => address !== '7FE00010');
      expect(own.length).toBeGreaterThan(0);
      for (const address of own)
        expect((await readBulkData(original, instance, address))?.length, address).toBeGreaterThan(1_024);
      for (const missingAddress of [
        '',
        '00100010/1/00100010',
        '7FE00010',
        '__proto__',
        '99990001',
        '00081140/999/00081150',
      ])
        expect(await readBulkData(original, instance, missingAddress), missingAddress).toBeNull();
    },
  );
});

describe('indexExam of an exam that cannot be viewed', () => {
  const file = Buffer.from(testFile('test_files/CT_small.dcm'));

  it.each(['stored', 'deflated'] as const)('rejects a changed %s member with damaged', async (method) => {
    const archive = buildZip([{ name: 'IM1', content: file, method }]);
    const offset = 60 + Math.floor(archive.length / 2);
    archive[offset] = (archive[offset] ?? 0) ^ 0x40;
    await expect(indexExam(examId, createMemoryAccess(archive), 'zip')).rejects.toMatchObject({ code: 'damaged' });
  });

  it('rejects with unreadable if no member can be read', async () => {
    const archive = buildZip([{ name: 'README', content: 'nothing here' }]);
    await expect(indexExam(examId, createMemoryAccess(archive), 'zip')).rejects.toMatchObject({ code: 'unreadable' });
  });
});

/** Creates an H.264 video: all of its frames lie in one fragment. */
function createFilm(frames: number): Uint8Array {
  const text = (tag: number, vr: string, value: string) => ({
    tag,
    vr,
    value: Buffer.from(value.length % 2 === 0 ? value : `${value} `),
  });
  const elements = [
    text(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.77.1.1.1'),
    text(0x00080018, 'UI', '2.25.31'),
    text(0x0020000d, 'UI', '2.25.11'),
    text(0x0020000e, 'UI', '2.25.21'),
    text(0x00280008, 'IS', String(frames)),
  ];
  const pixels =
    'e07f10004f420000ffffffff' + 'feff00e000000000' + 'feff00e008000000' + '0000000165888400' + 'feffdde000000000';
  const dataSet = writeDataSet(elements, { isExplicitVr: true, isLittleEndian: true });
  return writeFile(Buffer.concat([dataSet, Buffer.from(pixels, 'hex')]), '1.2.840.10008.1.2.4.102');
}

it('indexes the number of frames present and the number that the file declares', async () => {
  const { series } = await indexExam(examId, createMemoryAccess(createFilm(30)), 'dcm');
  const [film] = series;
  expect(film?.frameCount).toBe(1);
  const places = film && parseManifestHeader(film.manifest.subarray(0, manifestHeaderBytes));
  const index = gunzipSync(film?.manifest.subarray(places?.index.start, places?.index.end) ?? '');
  expect(seriesIndex.parse(JSON.parse(index.toString('utf8'))).instances).toMatchObject([{ numberOfFrames: 30 }]);
});

describe('indexExam of an archive', () => {
  it('lists each file with its kind, and indexes only instances', async () => {
    const file = Buffer.from(testFile('test_files/CT_small.dcm'));
    const archive = buildZip([
      { name: 'DICOMDIR', content: Buffer.from(testFile('test_files/dicomdirtests/DICOMDIR')) },
      { name: 'README', content: 'for the doctor' },
      { name: 'IM1', content: file, method: 'deflated' },
      { name: 'IM2', content: file },
      { name: 'IM3', content: file.subarray(0, 300) },
    ]);
    const { contents, ...exam } = await indexExam(examId, createMemoryAccess(archive), 'zip');
    const { files } = JSON.parse(gunzipSync(contents).toString('utf8'));
    expect(files.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)).toEqual([
      'DICOMDIR other',
      'README other',
      'IM1 instance',
      'IM2 duplicate',
      'IM3 unreadable',
    ]);
    expect(exam).toMatchObject({ instanceCount: 1, otherCount: 2, unreadableCount: 1, duplicateCount: 1 });
  });
});

/** Scans an archive that arrives in random chunks. */
async function scanArchive(archive: Uint8Array, random: (bound: number) => number): Promise<ScannedArchive> {
  const scanner = new ZipUploadScanners().start();
  for (let at = 0; at < archive.length; ) {
    const chunk = archive.slice(at, at + 1 + random(random(2) ? 100 : 200_000));
    at += chunk.length;
    scanner.scan(chunk);
    chunk.fill(0);
  }
  return { zip: await readZipIndex(createMemoryAccess(archive)), members: scanner.members.members };
}

/** Returns the result, or the fault as text. */
const outcome = (archive: Uint8Array, scannedArchive: ScannedArchive | null) =>
  indexExam(examId, createMemoryAccess(archive), 'zip', scannedArchive).catch((error: unknown) => String(error));

describe('indexExam of a scanned archive', () => {
  it('gives the same result as reading the archive, for all test files', async () => {
    const files = testFilePaths().map((path) => ({ name: path, content: Buffer.from(testFile(path)) }));
    const random = createSeededRandom(7);
    for (let first = 0; first < files.length; first += 25) {
      const some = files.slice(first, first + 25);
      const archive = buildZip(
        some.map((file, place) => ({ ...file, method: place % 9 === 8 ? 'deflated' : 'stored' })),
      );
      const scannedArchive = await scanArchive(archive, random);
      expect(scannedArchive.members.length).toBeGreaterThan(15);
      expect(await outcome(archive, scannedArchive)).toEqual(await outcome(archive, null));
    }
  });

  it('does not read the archive again if the scanned heads contain all elements', async () => {
    const content = Buffer.from(testFile('test_files/MR_small.dcm'));
    const archive = buildZip([{ name: 'IM1', content }]);
    const unread = { sizeBytes: archive.length, read: () => Promise.reject(new Error('It was read.')) };
    const { instanceCount } = await indexExam(examId, unread, 'zip', await scanArchive(archive, createSeededRandom(1)));
    expect(instanceCount).toBe(1);
  });

  it('gives the same result as reading a damaged archive', async () => {
    const files = ['CT_small.dcm', 'SC_rgb_jpeg_dcmtk.dcm'].map((name) => testFile(`test_files/${name}`));
    let refusedCount = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = createSeededRandom(seed);
      const [one = new Uint8Array(), other = new Uint8Array()] = [files[random(2)], files[random(2)]];
      const bytes = buildZip([
        { name: 'A', content: Buffer.from(mutate(one, other, random)) },
        { name: 'B', content: Buffer.from(other) },
      ]);
      const wrong = seed % 2 === 0 ? mutate(bytes, other, random) : bytes;
      const scannedArchive = await scanArchive(wrong, random).catch(() => null);
      if (scannedArchive === null) continue;
      const read = await outcome(wrong, null);
      expect(await outcome(wrong, scannedArchive), `seed ${seed}`).toEqual(read);
      if (typeof read === 'string') refusedCount += 1;
    }
    expect(refusedCount).toBeGreaterThan(5);
  });
});

describe('indexExam of a damaged exam', () => {
  // 250 seeds each in the deep run
  it.each(['dcm', 'zip'] as const)('indexes it or rejects with ImagingFault: %s', (content) =>
    expectIndexedOrRefused(content, 60),
  );
});
