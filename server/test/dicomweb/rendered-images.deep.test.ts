import { execFileSync } from 'node:child_process';
import { open as openFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runErasure } from '../../src/commands/run-erasure.ts';
import { ensureCacheSpace } from '../../src/domain/imaging/cache/ensure-cache-space.ts';
import { RenderedImages } from '../../src/domain/imaging/cache/rendered-images.ts';
import { openSeries } from '../../src/domain/imaging/open-series.ts';
import { reindexExams } from '../../src/domain/imaging/reindex-exams.ts';
import type { RenderRequest } from '../../src/domain/imaging/render/render-image.ts';
import { ImagingWorkers } from '../../src/domain/imaging/worker/imaging-workers.ts';
import { createDoctor, phoneA, requestAndRespond } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { listStoredFiles, waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { ctVolume } from '../phantom/ct-volume.ts';
import { persons } from '../phantom/persons.ts';
import { zipOf } from '../phantom/zip-of.ts';

const [patient] = persons;
if (!patient) throw new Error('The phantom has no persons.');

describe('rendered images', () => {
  let fixture: ImagingFixture;
  let workers: ImagingWorkers;
  let archive: Buffer;
  let renderedCount = 0;

  beforeAll(async () => {
    fixture = await createImagingFixture();
    workers = new ImagingWorkers(fixture.config.objectsFolder, { timeFactor: 10 });
    archive = Buffer.concat(await Array.fromAsync(zipOf([...ctVolume({ seed: 9, patient, slices: 3 })])));
  });
  afterAll(async () => {
    await workers.close();
    await fixture.close();
  });

  /** A cache as after a start: nothing in memory. Counts what it renders. */
  const startCache = () =>
    new RenderedImages(fixture.app.context, {
      render: (...input) => {
        renderedCount += 1;
        return workers.render(...input);
      },
    });
  const open = async (examId: string) => {
    const [row] = await fixture.rows('SELECT study_uid, series_uid FROM series WHERE exam_id = $1', [examId]);
    const [studyUid, seriesUid] = [String(row?.study_uid), String(row?.series_uid)];
    const series = await openSeries(fixture.reading, await fixture.centerA(), { examId, studyUid, seriesUid });
    const [instance] = series.index.instances;
    if (instance === undefined) throw new Error('The series has no instance.');
    const path = `/dicom-web/exams/${examId}/studies/${studyUid}/series/${seriesUid}/instances/${instance.uid}/rendered`;
    const request: RenderRequest = {
      instance,
      frame: 1,
      format: 'jpeg',
      within: { width: 128, height: 128 },
      window: null,
    };
    return { series, request, path };
  };
  type Opened = Awaited<ReturnType<typeof open>>;
  const get = async (cache: RenderedImages, { series, request }: Opened) => {
    const before = renderedCount;
    const bytes = await cache.get(await fixture.centerA(), series, request);
    return { bytes, isRendered: renderedCount > before };
  };
  const containersOf = async (examId: string) =>
    (await fixture.rows(`SELECT id::text FROM exam_objects WHERE exam_id = $1 AND kind = 'rendered'`, [examId])).map(
      ({ id }) => String(id),
    );
  /** Uploads an exam and stores an image of it. Returns the container's id. */
  const storeImage = async (cache = startCache()) => {
    const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
    await waitForJobs(fixture);
    const opened = await open(examId);
    const { bytes } = await get(cache, opened);
    await cache.flush();
    const [container] = await containersOf(examId);
    if (container === undefined) throw new Error('The image was not stored.');
    return { examId, opened, bytes, container };
  };
  const isStored = async (id: string) => (await listStoredFiles(fixture.config.objectsFolder)).includes(id);

  it('are rendered once, and after a restart read from the container of their exam', async () => {
    const cache = startCache();
    const { examId, opened, bytes, container } = await storeImage(cache);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 128, height: 128 });
    expect(await get(cache, opened)).toEqual({ bytes, isRendered: false });
    expect(await get(startCache(), opened)).toEqual({ bytes, isRendered: false });
    const other = { ...opened, request: { ...opened.request, format: 'webp' } } as const;
    expect((await get(cache, other)).isRendered).toBe(true);
    await cache.flush();
    expect(await containersOf(examId)).toHaveLength(2);
    expect(await get(startCache(), other)).toMatchObject({ isRendered: false });
    expect(await isStored(container)).toBe(true);
  });

  it('share one rendering when several clients request the same at once', async () => {
    const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
    const [cache, opened] = [startCache(), await open(examId)];
    const before = renderedCount;
    const results = await Promise.all(Array.from({ length: 5 }, () => get(cache, opened)));
    expect(renderedCount - before).toBe(1);
    expect(new Set(results.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  });

  it('are rendered for the second client if the first one went away while it waited', async () => {
    const examId = await fixture.uploadAndIndex(archive, 'ct.zip');
    const { series, request } = await open(examId);
    const scope = await fixture.centerA();
    const cache = startCache();
    const gone = AbortSignal.abort();
    const first = cache.get(scope, series, request, { waitingSignal: gone });
    const second = cache.get(scope, series, request);
    await expect(first).rejects.toMatchObject({ name: 'WorkerFault', code: 'aborted' });
    expect((await second).length).toBeGreaterThan(0);
  });

  it('are found no more once the exam is indexed again, and its container is deleted', async () => {
    const cache = startCache();
    const { examId, opened, container } = await storeImage(cache);
    const late = startCache();
    await get(late, { ...opened, request: { ...opened.request, format: 'png' } });
    const { context } = fixture.app;
    const { signal } = new AbortController();
    await reindexExams({ context, workers }, { after: null, onDone: () => undefined, signal });
    await waitForJobs(fixture);
    expect(await containersOf(examId)).toEqual([]);
    expect(await isStored(container)).toBe(false);
    expect((await get(cache, await open(examId))).isRendered).toBe(true);
    // what was rendered of the earlier index is not stored
    await late.flush();
    expect(await containersOf(examId)).toEqual([]);
  });

  it('are deleted when the exam is withdrawn, and not stored any more', async () => {
    const { examId, opened, container } = await storeImage();
    const late = startCache();
    await get(late, { ...opened, request: { ...opened.request, format: 'png' } });
    const center = fixture.fixtures.centerA.client;
    await center.call(routes.center.withdrawExam, { params: { id: examId }, body: { reason: 'Λάθος αρχείο' } });
    await waitUntil(async () => !(await isStored(container)));
    await late.flush();
    expect(await containersOf(examId)).toEqual([]);
    expect((await center.raw('GET', opened.path)).status).toBe(404);
  });

  it('leave the cache of frames and images when it needs space, the oldest first', async () => {
    const [older, newer] = [await storeImage(), await storeImage()];
    const { context } = fixture.app;
    const cachedBytes = async (condition: string, values: unknown[] = []) => {
      const sum = `SELECT sum(size_bytes)::float8 AS bytes FROM exam_objects WHERE kind IN ('frames', 'rendered')`;
      return Number((await fixture.rows(`${sum} AND ${condition}`, values))[0]?.bytes);
    };
    const maxBytes = await cachedBytes('true');
    const neededBytes = maxBytes - (await cachedBytes('exam_id = $1', [newer.examId]));
    const { usedBytes, availableBytes } = await context.objects.usage();
    const settings = { ...context.settings, frameCacheShare: (maxBytes + 1) / (usedBytes + (availableBytes ?? 0)) };
    expect(await ensureCacheSpace({ ...context, settings }, newer.examId, neededBytes)).toBe(true);
    expect(await containersOf(older.examId)).toEqual([]);
    expect(await isStored(older.container)).toBe(false);
    expect(await containersOf(newer.examId)).toEqual([newer.container]);
    expect((await get(startCache(), older.opened)).isRendered).toBe(true);
  });

  it('are not sent after a revocation, though they are in the cache', async () => {
    const { opened } = await storeImage();
    const doctor = await createDoctor(fixture, fixture.fixtures.admin, 'rendered');
    const accessToken = await requestAndRespond(fixture, doctor, phoneA, 'grant');
    const request = () => doctor.client.raw('GET', opened.path, { headers: { accept: 'image/jpeg' } });
    const responses = [await request(), await request()];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await fixture.anonymous.call(routes.patientAccess.revoke, { body: { accessToken } });
    const refused = await request();
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toContain('json');
  });

  it('do not wait for the worker that indexes exams', async () => {
    const { opened } = await storeImage();
    const center = fixture.fixtures.centerA.client;
    const { examId, release } = await blockIndexing();
    try {
      const response = await center.raw('GET', `${opened.path}?viewport=99,99`, { headers: { accept: 'image/png' } });
      expect(response.status).toBe(200);
      expect((await fixture.exam(examId)).imaging_state).toBe('waiting');
    } finally {
      await release();
    }
    await waitForJobs(fixture);
  });

  /** Blocks the worker that indexes: it opens a pipe instead of an exam's original. */
  const blockIndexing = async () => {
    const lock = await fixture.superuser.connect();
    try {
      await lock.query('BEGIN');
      // two exams are indexed at once: they stop before their studies are inserted, and the third one waits for them
      await lock.query('LOCK TABLE studies IN SHARE MODE');
      for (let count = 0; count < 2; count++) await fixture.upload(archive, 'ct.zip');
      const examId = await fixture.upload(archive, 'ct.zip');
      const path = await pathOfOriginal(examId);
      expect((await fixture.exam(examId)).imaging_attempts).toBe(0);
      await rename(path, `${path}.whole`);
      execFileSync('mkfifo', [path]); // opening it to read waits for a writer
      const release = async () => {
        await rename(path, `${path}.pipe`);
        await rename(`${path}.whole`, path);
        // to read and write: does not wait itself
        await (await openFile(`${path}.pipe`, 'r+')).close();
        await rm(`${path}.pipe`);
      };
      await lock.query('ROLLBACK');
      await waitUntil(async () => Number((await fixture.exam(examId)).imaging_attempts) > 0);
      return { examId, release };
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
  };

  const pathOfOriginal = async (examId: string) => {
    const [row] = await fixture.rows(`SELECT id::text FROM exam_objects WHERE exam_id = $1 AND kind = 'original'`, [
      examId,
    ]);
    const id = String(row?.id);
    return join(fixture.config.objectsFolder, id.slice(-2), id);
  };

  it('vanish with the erasure of their patient', async () => {
    const cache = startCache();
    const { examId, opened, container } = await storeImage(cache);
    await get(cache, { ...opened, request: { ...opened.request, format: 'png' } });
    const center = fixture.fixtures.centerA.client;
    expect((await center.raw('GET', opened.path)).status).toBe(200);
    const { patientId } = fixture.fixtures.centerA.patient;
    const overrides = { logins: loginsOf(fixture), isTestDatabase: true };
    const erasure = { patientId, backupFolders: [], confirm: async () => patientId };
    await runErasure(fixture.config, overrides, erasure);
    expect(await isStored(container)).toBe(false);
    await cache.flush();
    expect(await containersOf(examId)).toEqual([]);
    expect((await center.raw('GET', opened.path)).status).not.toBe(200);
  });
});
