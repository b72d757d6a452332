import { buffer } from 'node:stream/consumers';
import { crc32, gunzipSync } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { encodeExamFrames } from '../../src/domain/imaging/cache/encode-exam-frames.ts';
import { ensureCacheSpace } from '../../src/domain/imaging/cache/ensure-cache-space.ts';
import { readCachedFrame } from '../../src/domain/imaging/cache/frame-cache.ts';
import { createSeriesCaches } from '../../src/domain/imaging/cache/series-caches.ts';
import { indexExamJob } from '../../src/domain/imaging/index/index-exam-job.ts';
import { openSeries } from '../../src/domain/imaging/open-series.ts';
import { readFrame } from '../../src/domain/imaging/read-frame.ts';
import { findInstance, gzipBytes, readInstance, readInstanceAsGzip } from '../../src/domain/imaging/read-instance.ts';
import { decoderOf } from '../../src/domain/imaging/render/decode/decoders.ts';
import { openSeriesMetadata, readInstanceMetadata } from '../../src/domain/imaging/series-metadata.ts';
import { ImagingWorkers } from '../../src/domain/imaging/worker/imaging-workers.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { ctVolume } from '../phantom/ct-volume.ts';
import { persons } from '../phantom/persons.ts';
import { zipOf } from '../phantom/zip-of.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';

const [patient] = persons;
if (!patient) throw new Error('The phantom has no persons.');

describe('indexExamJob', () => {
  let fixture: ImagingFixture;
  let workers: ImagingWorkers;
  const slices = [...ctVolume({ seed: 5, patient, slices: 4 })];

  beforeAll(async () => {
    fixture = await createImagingFixture();
    workers = new ImagingWorkers(fixture.config.objectsFolder, { timeFactor: 10 });
  });
  afterAll(async () => {
    await workers.close();
    await fixture.close();
  });

  const findOnly = async (table: 'studies' | 'series', examId: string) => {
    const rows = await fixture.rows(`SELECT * FROM ${table} WHERE exam_id = $1`, [examId]);
    expect(rows).toHaveLength(1);
    return rows[0] ?? {};
  };
  const openIndexed = async (examId: string) => {
    const { series_uid: seriesUid } = await findOnly('series', examId);
    return await openSeries(fixture.reading, await fixture.centerA(), { examId, seriesUid: String(seriesUid) });
  };

  it.each([false, true])(
    'indexes each slice and frame of a ZIP with exact bytes (deflated: %s)',
    async (shouldDeflate) => {
      // the archive is in reverse order; the series is ordered along the scan
      const archive = Buffer.concat(await Array.fromAsync(zipOf(slices.toReversed(), { shouldDeflate })));
      const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
      expect(await fixture.exam(examId)).toMatchObject({
        status: 'completed',
        imaging_state: 'ready',
        instance_count: 4,
      });
      const series = await openIndexed(examId);
      const { objects } = fixture.app.context;
      expect(series.index.instances).toHaveLength(4);
      const depths = series.index.instances.map(({ position }) => position?.[2] ?? 0);
      expect(depths).toEqual(depths.toSorted((a, b) => a - b));
      for (const instance of series.index.instances) {
        const file = slices.find(({ bytes }) => crc32(bytes) === instance.crc32);
        if (!file) throw new Error('An instance is none of the files.');
        expect(await buffer(await readInstance(objects, series, instance))).toEqual(file.bytes);
        const frame = await readFrame(objects, series, instance, 1);
        expect(frame?.sizeBytes).toBe(512 * 512 * 2);
        expect(frame && (await buffer(frame.bytes))).toEqual(file.bytes.subarray(-512 * 512 * 2));
        expect(await readFrame(objects, series, instance, 2)).toBeUndefined();
        expect(findInstance(series, instance.uid)).toBe(instance);
        const gzip = readInstanceAsGzip(objects, series, instance);
        const packed = gzip && (await buffer(gzip));
        expect(packed?.length).toBe(shouldDeflate ? gzipBytes(instance) : undefined);
        if (packed) expect(gunzipSync(packed)).toEqual(file.bytes);
        const middle = await readInstance(objects, series, instance, { start: 1_000, end: 2_000 });
        expect(await buffer(middle)).toEqual(file.bytes.subarray(1_000, 2_000));
      }
    },
  );

  it('stores the metadata of a series compressed, as it is returned', async () => {
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices)));
    const series = await openIndexed(await fixture.uploadAndIndex(archive, 'ct.zip'));
    const metadata = await openSeriesMetadata(fixture.app.context, series);
    const packed = await buffer(metadata.gzip);
    expect(packed).toHaveLength(metadata.gzipBytes);
    const plain = gunzipSync(packed);
    expect(plain).toHaveLength(metadata.plainBytes);
    const list = JSON.parse(plain.toString('utf8'));
    expect(list).toHaveLength(4);
    for (const [place, instance] of series.index.instances.entries()) {
      const [start, length] = instance.metadata;
      const own = JSON.parse(plain.subarray(start, start + length).toString('utf8'));
      expect(own).toEqual(list[place]);
      expect(own['00080018'].Value).toEqual([instance.uid]);
      expect(own['00080005'].Value).toEqual(['ISO_IR 192']);
      expect(own['7FE00010'].BulkDataURI).toBe(
        `/dicom-web/exams/${series.row.examId}/studies/${series.row.studyUid}/series/${series.row.seriesUid}/instances/${instance.uid}/bulkdata/7FE00010`,
      );
    }
  });

  it('reads the metadata of instances from a small series in memory, and from a large one as a stream', async () => {
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices)));
    const series = await openIndexed(await fixture.uploadAndIndex(archive, 'ct.zip'));
    const [first, , third] = series.index.instances;
    if (first === undefined || third === undefined) throw new Error('The series has four instances.');
    const readContext = { context: fixture.app.context, caches: createSeriesCaches() };
    const inMemory = await readInstanceMetadata(readContext, series, [third, first]);
    const streamed = await readInstanceMetadata(readContext, series, [third, first], 0);
    expect(streamed).toEqual(inMemory);
    const uids = inMemory.map((json) => JSON.parse(json.toString('utf8'))['00080018'].Value);
    expect(uids).toEqual([[third.uid], [first.uid]]);
  });

  it.each([
    ['ISO_IR 126', 'ISO_IR 126'],
    ['ISO_IR 192', 'ISO_IR 192'],
  ] as const)('indexes a Greek name written in %s', async (_, characterSet) => {
    const [file] = ctVolume({ seed: 6, patient, slices: 1, characterSet });
    if (!file) throw new Error('No file.');
    const study = await findOnly('studies', await fixture.uploadAndIndex(file.bytes));
    expect(study).toMatchObject({
      patient_name: `${patient.surname}^${patient.givenName}`,
      modalities: ['CT'],
      series_count: 1,
      instance_count: 1,
      description: 'CT Θώρακος',
    });
    expect(study.patient_name_key).toMatch(/^[a-z0-9 ]+\|[a-z0-9 ]+$/);
  });

  it('counts no attempt for jobs of an indexed exam, so that it is indexed again later', async () => {
    const [file] = slices;
    if (!file) throw new Error('No file.');
    const examId = await fixture.uploadAndIndex(file.bytes, 'one.dcm');
    const { signal } = new AbortController();
    const index = (input: { isLastAttempt: boolean; shouldReindex?: true }) =>
      indexExamJob({ context: fixture.app.context, workers }, { examId, signal, ...input });
    for (let job = 0; job < 6; job += 1) expect(await index({ isLastAttempt: false })).toBe(true);
    expect(await fixture.exam(examId)).toMatchObject({ imaging_attempts: 0 });
    expect(await index({ isLastAttempt: true, shouldReindex: true })).toBe(true);
  });

  it('lists files that are not DICOM, and skips unreadable files', async () => {
    const [file] = slices;
    if (!file) throw new Error('No file.');
    const archive = buildZip([
      { name: 'AUTORUN.EXE', content: 'MZ not for us' },
      { name: 'IM1', content: file.bytes, method: 'deflated' },
      { name: 'IM1-again', content: file.bytes },
      { name: 'BROKEN', content: Buffer.concat([file.bytes.subarray(0, 300), Buffer.alloc(500, 0xff)]) },
    ]);
    const examId = await fixture.uploadAndIndex(Buffer.from(archive), 'cd.zip');
    expect(await fixture.exam(examId)).toMatchObject({
      status: 'completed',
      instance_count: 1,
      other_count: 1,
      unreadable_count: 1,
      duplicate_count: 1,
    });
    const shown = await fixture.fixtures.centerA.client.call(routes.exams.examToOpen, { params: { id: examId } });
    expect(shown.leftOut).toEqual({ unreadable: 1, duplicate: 1, other: 1, names: ['IM1-again', 'BROKEN'] });
  });

  it('indexes a file whose transfer syntax has a character that PostgreSQL rejects', async () => {
    const [file] = slices;
    const bytes = Buffer.from(file?.bytes ?? []);
    bytes[bytes.indexOf('1.2.840.10008.1.2.1') + 1] = 0;
    const examId = await fixture.uploadAndIndex(bytes);
    expect(await fixture.exam(examId)).toMatchObject({ imaging_state: 'ready', instance_count: 1 });
  });

  it('marks a damaged archive, which center and doctor can download', async () => {
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices)));
    archive[200_000] = (archive[200_000] ?? 0) ^ 1;
    const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
    const { centerA, doctors } = fixture.fixtures;
    const [shown] = await centerA.client.call(routes.center.examHistory, { query: { id: examId } });
    expect(shown).toMatchObject({ status: 'needs-attention', viewable: false, viewingFault: 'damaged' });
    for (const client of [centerA.client, doctors.consent.client]) {
      // what could not be unpacked was not looked at, so a doctor confirms
      const response = await client.raw('GET', `/api/download/${examId}?confirm=yes`);
      expect(Buffer.from(await response.arrayBuffer()).equals(archive)).toBe(true);
    }
    const confirmed = await centerA.client.raw('POST', `/api/medical-center/exams/${examId}/confirm`);
    // the mismatch was confirmed at the upload; that the exam is not viewable needs no confirmation
    expect(await confirmed.json()).toMatchObject({ status: 'needs-attention', inDoubt: false });
  });

  it('renders a thumbnail of each series, or records why it cannot', async () => {
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices, { shouldDeflate: true })));
    const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
    await waitUntil(async () => (await findOnly('series', examId)).thumbnail_object !== null);
    const { thumbnail } = await openIndexed(examId);
    const image = thumbnail && (await fixture.app.context.objects.readBytes(thumbnail));
    expect(image && (await sharp(image).metadata())).toMatchObject({ format: 'webp', width: 256, height: 256 });

    const report = await fixture.uploadAndIndex(Buffer.from(testFile('test_files/reportsi.dcm')));
    await waitUntil(async () => (await findOnly('series', report)).thumbnail_fault !== null);
    expect(await findOnly('series', report)).toMatchObject({ thumbnail_fault: 'no_pixels', thumbnail_object: null });
  });

  it('encodes each frame as lossless HTJ2K with less than half the bytes, and deletes other frames', async () => {
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices)));
    const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
    await waitUntil(async () => (await findOnly('series', examId)).frames_object !== null);
    const series = await openIndexed(examId);
    const { context } = fixture.app;
    const decode = await decoderOf('1.2.840.10008.1.2.4.202');
    for (const instance of series.index.instances) {
      const cached = await readCachedFrame(fixture.reading, series, instance, 1);
      const raw = await readFrame(context.objects, series, instance, 1);
      if (!cached || !raw) throw new Error('No frame.');
      expect(cached.transferSyntax).toBe('1.2.840.10008.1.2.4.202');
      expect(cached.sizeBytes).toBeLessThan(raw.sizeBytes / 2);
      const decoded = decode?.(await buffer(cached.bytes), 16);
      expect(decoded && Buffer.from(decoded)).toEqual(await buffer(raw.bytes));
    }
    const { signal } = new AbortController();
    const settings = { ...context.settings, frameCacheShare: 1e-12 };
    expect(await ensureCacheSpace({ ...context, settings }, examId, 1)).toBe(false);
    expect((await openIndexed(examId)).frames).not.toBeNull();
    const other = await fixture.uploadAndIndex(archive, 'ct.zip');
    await waitUntil(async () => (await findOnly('series', other)).frames_object !== null);
    await waitForJobs(fixture); // other frames are not encoded meanwhile
    // the share holds the frames of one exam and little more, so the others are deleted
    const usage = await context.objects.usage();
    const { usedBytes, availableBytes } = usage;
    const [cache] = await fixture.rows(
      `SELECT size_bytes AS bytes FROM exam_objects WHERE kind = 'frames' AND exam_id = $1`,
      [other],
    );
    const share = (Number(cache?.bytes) + 11_000) / (usedBytes + (availableBytes ?? 0));
    const spy = vi.spyOn(context.objects, 'usage').mockResolvedValue(usage); // other processes write to this disk
    onTestFinished(() => spy.mockRestore());
    expect(
      await ensureCacheSpace({ ...context, settings: { ...settings, frameCacheShare: share } }, other, 10_000),
    ).toBe(true);
    spy.mockRestore();
    expect(await findOnly('series', examId)).toMatchObject({ frames_object: null });
    const [first] = series.index.instances;
    if (!first) throw new Error('No instance.');
    expect(await readCachedFrame(fixture.reading, series, first, 1)).toBeUndefined();
    await encodeExamFrames({ context, workers }, examId, signal);
    expect((await findOnly('series', examId)).frames_object).not.toBeNull();
  });

  it('reads a long binary value by its path', async () => {
    const examId = await fixture.uploadAndIndex(Buffer.from(testFile('test_files/CT_small.dcm')));
    const { index, original } = await openIndexed(examId);
    const [instance] = index.instances;
    if (!instance) throw new Error('No instance.');
    const task = { examId, content: 'dcm', objectKey: original } as const;
    expect((await workers.readBulkData(task, instance, '00431029'))?.length).toBeGreaterThan(1_024);
    expect(await workers.readBulkData(task, instance, '00431030/1')).toBeNull();
  });
});
