import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseExams } from '../../src/domain/imaging/scan/enqueue-exams-to-scan.ts';
import { scanExamJob } from '../../src/domain/imaging/scan/scan-exam-job.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';
import { codeOf, createScanFixture, probeOf, type ScanFixture } from './create-scan-fixture.ts';

const minuteMs = 60_000;

/** Decision 039: an exam that the scanner has not checked waits. */
describe('exams that wait for the virus scanner', () => {
  let fixture: ScanFixture;
  let scanner: ScanFixture['scanner'];
  let doctor: ScanFixture['doctor'];
  beforeAll(async () => {
    fixture = await createScanFixture(800);
    ({ scanner, doctor } = fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('takes uploads while the scanner is away, and scans them when it is back', async () => {
    await scanner.stop();
    const id = await fixture.uploadAndIndex(fixture.dicom());
    await waitForJobs(fixture);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: null, scan_due_at: null });
    expect(await fixture.probe()).toMatchObject({
      code: 'scanner-failed',
      params: { error: 'ScannerError econnrefused' },
    });
    await scanner.start();
    await fixture.waitForState(id, 'clean');
    expect(await fixture.probe()).toMatchObject({
      code: 'scanner-well',
      params: { program: 'ClamAV 1.4.3', number: '27500' },
    });
  });

  it.each([
    ['does not take', () => Object.assign(scanner, { maxStreamBytes: 1_000 })],
    ['does not read to its end', () => Object.assign(scanner, { maxFileBytes: 1_000 })],
  ])('keeps a file that the scanner %s waiting, and tries it again later', async (_, limit) => {
    limit();
    const id = await fixture.uploadAndIndex(
      fixture.archive([{ name: 'noise.bin', content: Buffer.alloc(90_000, 'a') }]),
    );
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit', scan_attempts: 1 });
    expect(await codeOf(await fixture.download(doctor, id))).toBe('not_scanned');
    expect(await fixture.probe()).toMatchObject({ code: 'scanner-limited', params: { count: 1 } });
    fixture.advanceClock(minuteMs);
    await waitUntil(async () => (await fixture.exam(id)).scan_attempts === 2);
    scanner.maxStreamBytes = Number.POSITIVE_INFINITY;
    scanner.maxFileBytes = Number.POSITIVE_INFINITY;
    fixture.advanceClock(2 * minuteMs);
    await fixture.waitForState(id, 'clean');
    expect(await fixture.exam(id)).toMatchObject({ scan_fault: null, scan_attempts: 0, scan_due_at: null });
  });

  it.each([
    ['hangs up', 'cut', 'limit', 'scan-limited'],
    ['crashes', 'crash', 'failed', 'scan-failed'],
  ] as const)('keeps an exam waiting on which the scanner %s', async (_, behavior, fault, code) => {
    scanner.behavior = behavior;
    // longer than what is under way when the scanner hangs up
    const id = await fixture.uploadAndIndex(Buffer.concat([fixture.dicom(), Buffer.alloc(3_000_000)]));
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: fault });
    const events = await fixture.rows('SELECT params FROM system_events WHERE code = $1 ORDER BY id', [code]);
    expect(events.at(-1)).toEqual({ params: code === 'scan-failed' ? { error: 'ScannerError econnreset' } : {} });
    scanner.behavior = 'answer';
    fixture.advanceClock(minuteMs);
    await fixture.waitForState(id, 'clean');
  });

  it('reports exams that wait too long, and old or unknown signatures', async () => {
    scanner.version = 'ClamAV 1.4.3';
    expect(await fixture.probe()).toMatchObject({ code: 'scanner-undated', params: { program: 'ClamAV 1.4.3' } });
    scanner.version = `ClamAV 1.4.3/27400/${new Date(Date.now() - 9 * 86_400_000).toString().slice(0, 24)}`;
    expect(await fixture.probe()).toMatchObject({ code: 'scanner-old', params: { number: '27400' } });
    scanner.behavior = 'hold';
    const id = await fixture.uploadAndIndex(fixture.dicom());
    await fixture.rows(`UPDATE exams SET uploaded_at = uploaded_at - interval '40 minutes' WHERE id = $1`, [id]);
    expect(await fixture.probe()).toMatchObject({ code: 'scanner-late', params: { waiting: 1 } });
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await fixture.waitForState(id, 'clean');
  });

  it('scans exams that arrived before a scanner was set, which doctors can download meanwhile', async () => {
    const clean = await fixture.scanned(fixture.dicom());
    const infected = await fixture.uploadAndIndex(fixture.infectedArchive());
    await fixture.waitForState(infected, 'infected');
    scanner.behavior = 'hold';
    await fixture.rows(
      `UPDATE exams SET scan_state = 'none', scan_findings = NULL, scanned_at = NULL, status = 'completed' WHERE id = ANY ($1)`,
      [[clean, infected]],
    );
    expect((await fixture.download(doctor, clean)).status).toBe(200);
    await waitUntil(async () => (await fixture.exam(clean)).scan_due_at !== null);
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await fixture.waitForState(clean, 'clean');
    await fixture.waitForState(infected, 'infected');
    expect(await fixture.seenByDoctor(infected)).toBeUndefined();
  });

  it('ends the scan of an exam after 30 minutes, and tries it again without delaying new exams', async () => {
    scanner.behavior = 'hold';
    const scannedCount = scanner.scanned.length;
    const members = ['a', 'b', 'c'].map((name) => ({ name: `${name}.bin`, content: Buffer.alloc(1_000, name) }));
    const slow = await fixture.uploadAndIndex(fixture.archive(members));
    await waitUntil(() => scanner.heldCount === 1);
    fixture.advanceClock(31 * minuteMs);
    await fixture.signInAgain();
    scanner.answerHeld();
    await waitUntil(async () => (await fixture.exam(slow)).scan_fault !== null);
    // the archive, and none of its members
    expect(scanner.scanned.length - scannedCount).toBe(1);
    expect(await fixture.exam(slow)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit', scan_attempts: 1 });

    // a job of its own tries it again, and waits for the scanner
    fixture.advanceClock(minuteMs);
    await waitUntil(() => scanner.heldCount === 1);
    // a second job of the new exam may still end without a scan
    await waitUntil(async () => {
      const jobs = await fixture.rows(
        `SELECT kind FROM jobs WHERE state = 'running' AND kind LIKE 'scan-%' AND payload->>'examId' = $1`,
        [slow],
      );
      return jobs.map(({ kind }) => kind).join() === 'scan-tried-exam';
    });
    expect(scanner.heldCount).toBe(1);
    scanner.behavior = 'answer';
    await fixture.scanned(fixture.dicom());
    expect(await fixture.stateOf(slow)).toBe('waiting');
    scanner.answerHeld();
    await fixture.waitForState(slow, 'clean');
  });

  it('stops within a file that takes more than 30 minutes', async () => {
    scanner.behavior = 'stall';
    const scannedCount = scanner.scanned.length;
    const id = await fixture.uploadAndIndex(Buffer.concat([fixture.dicom(), Buffer.alloc(40_000_000)]));
    await waitUntil(() => scanner.heldCount === 1);
    fixture.advanceClock(31 * minuteMs);
    await fixture.signInAgain();
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit' });
    expect(scanner.scanned.length).toBe(scannedCount);
    fixture.advanceClock(minuteMs);
    await fixture.waitForState(id, 'clean');
  });

  it('does not scan an exam that another worker scans', async () => {
    scanner.behavior = 'hold';
    const id = await fixture.uploadAndIndex(fixture.dicom());
    await waitUntil(() => scanner.heldCount === 1);
    const begun = scanner.begun;
    const scannerSettings = fixture.app.context.settings.scanner;
    if (scannerSettings === null) throw new Error('No scanner is set.');
    await scanExamJob(fixture.app.context, scannerSettings, {
      ...{ examId: id, isFirst: true, isRepeated: true, signal: new AbortController().signal },
    });
    expect(scanner.begun).toBe(begun);
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await fixture.waitForState(id, 'clean');
  });

  it('does not release exams while a node with a scanner runs, whatever a node without one does', async () => {
    scanner.behavior = 'hold';
    const id = await fixture.uploadAndIndex(fixture.dicom());
    await waitUntil(async () => (await fixture.rows('SELECT 1 FROM scanner_heartbeat')).length === 1);
    await releaseExams(fixture.app.context);
    expect(await fixture.stateOf(id)).toBe('waiting');
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await fixture.waitForState(id, 'clean');
  });

  it('renews the heartbeat while the scanner is away', async () => {
    await scanner.stop();
    const seenAt = async () => (await fixture.rows('SELECT seen_at FROM scanner_heartbeat'))[0]?.seen_at;
    const before = await seenAt();
    await waitUntil(async () => Number(await seenAt()) > Number(before));
    await scanner.start();
  });
});

describe('a node without a virus scanner', () => {
  let fixture: ImagingFixture;
  beforeAll(async () => {
    fixture = await createImagingFixture({
      overrides: { jobs: { ...quietJobs, shouldIndexExams: true, scanEveryMs: 100 } },
    });
  });
  afterAll(() => fixture.close());
  const dicom = (seed: number) => tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed });
  const stateOf = async (id: string) => (await fixture.exam(id)).scan_state;

  it('scans nothing, and the health page says so', async () => {
    const id = await fixture.uploadAndIndex(dicom(690));
    expect(await stateOf(id)).toBe('none');
    expect(await fixture.rows(`SELECT 1 FROM jobs WHERE kind LIKE 'scan-%'`)).toEqual([]);
    const { client } = fixture.fixtures.doctors.consent;
    expect((await client.raw('GET', `/api/download/${id}`)).status).toBe(200);
    const probe = await probeOf(fixture);
    expect(probe).toMatchObject({ code: 'scanner-missing', state: 'warning' });
    expect(Number(probe?.params.count)).toBeGreaterThan(0);
  });

  it('lets its uploads wait for another node’s scanner, and releases them a day after that was last seen', async () => {
    await fixture.rows('INSERT INTO scanner_heartbeat (seen_at) VALUES ($1)', [fixture.clock.now()]);
    const id = await fixture.uploadAndIndex(dicom(691));
    const { client } = fixture.fixtures.doctors.consent;
    const response = await client.raw('GET', `/api/download/${id}`);
    expect([response.status, await codeOf(response)]).toEqual([409, 'not_scanned']);
    expect(await probeOf(fixture)).toMatchObject({
      ...{ code: 'scanner-elsewhere', state: 'warning' },
      params: { waiting: 1 },
    });
    await releaseExams(fixture.app.context);
    expect(await stateOf(id)).toBe('waiting');
    fixture.advanceClock(24 * 60 * minuteMs);
    await waitUntil(async () => (await stateOf(id)) === 'none');
  });
});
