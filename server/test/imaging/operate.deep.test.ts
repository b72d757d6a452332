import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexExamJob } from '../../src/domain/imaging/index/index-exam-job.ts';
import { reindexExams } from '../../src/domain/imaging/reindex-exams.ts';
import { verifyOriginals } from '../../src/domain/imaging/verify-originals.ts';
import { ImagingWorkers } from '../../src/domain/imaging/worker/imaging-workers.ts';
import { racingConnections, startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { listStoredFiles } from '../harness/wait-until.ts';
import { indexExams } from './index-exams.ts';

describe('imaging operations', () => {
  let testApp: TestAppWithFixtures;
  let workers: ImagingWorkers;
  const { signal } = new AbortController();
  const rows = async (statement: string) => (await testApp.superuser.query(statement)).rows;
  const derived = `SELECT exam_id, kind, position, encode(sha256, 'hex') AS sha256 FROM exam_objects ORDER BY 1, 2, 3`;

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ connections: racingConnections });
    workers = new ImagingWorkers(testApp.config.objectsFolder, { timeFactor: 10 });
    await indexExams(testApp, workers);
  });
  afterAll(async () => {
    await workers.close();
    await testApp.close();
  });

  it('reindexExams derives everything again with the same content and leaves no extra objects', async () => {
    const { context } = testApp.app;
    await reindexExams({ context, workers }, { after: null, onDone: () => undefined, signal });
    const before = await rows(derived);
    const studies = await rows('SELECT * FROM studies ORDER BY exam_id');
    const ids = await rows(`SELECT id FROM exam_objects WHERE kind = 'manifest'`);
    const seen: string[] = [];
    const done = await reindexExams({ context, workers }, { after: null, onDone: (id) => seen.push(id), signal });
    expect(done).toMatchObject({ viewable: 2, failed: 0, last: seen.at(-1) });
    expect(await rows(derived)).toEqual(before);
    expect(await rows('SELECT * FROM studies ORDER BY exam_id')).toEqual(studies);
    expect(await rows(`SELECT id FROM exam_objects WHERE kind = 'manifest'`)).not.toEqual(ids);
    const storedObjects = await rows('SELECT id FROM exam_objects ORDER BY id::text');
    expect(await listStoredFiles(testApp.config.objectsFolder)).toEqual(storedObjects.map(({ id }) => id));
  });

  it('serves the metadata of a series whose exam was indexed again a moment ago', async () => {
    const { context } = testApp.app;
    const { client, examId } = testApp.fixtures.centerA;
    const [series] = await rows(`SELECT study_uid, series_uid FROM series WHERE exam_id = '${examId}'`);
    const path = `/dicom-web/exams/${examId}/studies/${series?.study_uid}/series/${series?.series_uid}/metadata`;
    const before = await (await client.raw('GET', path)).text();
    await reindexExams({ context, workers }, { after: null, onDone: () => undefined, signal });
    const response = await client.raw('GET', path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(before);
  });

  it('reindexExams resumes after the exam at which it stopped', async () => {
    const { context } = testApp.app;
    const stopController = new AbortController();
    const run = (after: string | null, stop: AbortController) =>
      reindexExams({ context, workers }, { after, onDone: () => stop.abort(), signal: stop.signal });
    const first = await run(null, stopController);
    expect(first).toMatchObject({ viewable: 1 });
    expect(await run(first.last, new AbortController())).toMatchObject({ viewable: 1 });
  });

  it('indexExamJob skips an indexed exam, and gives up after its last attempt', async () => {
    const { context } = testApp.app;
    const { examId } = testApp.fixtures.centerA;
    const before = await rows(derived);
    const input = { examId, isLastAttempt: false, signal };
    expect(await indexExamJob({ context, workers }, input)).toBe(true);
    expect(await rows(derived)).toEqual(before);
    await rows(`UPDATE exams SET imaging_state = 'waiting', imaging_attempts = 5 WHERE id = '${examId}'`);
    expect(await indexExamJob({ context, workers }, { ...input, isLastAttempt: true })).toBe(false);
    expect(await rows(`SELECT status, imaging_fault FROM exams WHERE id = '${examId}'`)).toEqual([
      { status: 'needs-attention', imaging_fault: 'overran' },
    ]);
    expect(await indexExamJob({ context, workers }, { ...input, shouldReindex: true })).toBe(true);
    expect(await rows(`SELECT status, imaging_fault FROM exams WHERE id = '${examId}'`)).toEqual([
      { status: 'completed', imaging_fault: null },
    ]);
  });

  it('verifyOriginals reports an altered and a missing original, and none if all are intact', async () => {
    const { context } = testApp.app;
    const verify = () => verifyOriginals(context, () => undefined, signal);
    expect(await verify()).toMatchObject({ good: 2, bad: [] });
    const { examId } = testApp.fixtures.centerA;
    const [row] = await rows(`SELECT id FROM exam_objects WHERE exam_id = '${examId}' AND kind = 'original'`);
    const name = String(row?.id);
    const folder = testApp.config.objectsFolder;
    const path = (await readdir(folder, { recursive: true })).find((file) => file.endsWith(name)) ?? '';
    const bytes = await readFile(join(folder, path));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(join(folder, path), bytes);
    expect(await verify()).toMatchObject({ good: 1, bad: [{ examId, fault: 'altered' }] });
    await rm(join(folder, path));
    expect(await verify()).toMatchObject({ good: 1, bad: [{ examId, fault: 'missing' }] });
    const [logged] = await rows(
      `SELECT code, level FROM system_events WHERE code LIKE 'originals%' ORDER BY at DESC LIMIT 1`,
    );
    expect(logged).toEqual({ code: 'originals-damaged', level: 'error' });
  });

  it('verify-originals.ts exits with 2 and names an invalid setting', async () => {
    const child = spawn(process.execPath, ['server/src/commands/verify-originals.ts'], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PUBLIC_URL: 'http://portal.example.com',
      },
    });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(2);
    expect(stderr).toContain('PUBLIC_URL');
  });
});
