import { constants, deflateRawSync } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { enqueueExamsToScan } from '../../src/domain/imaging/scan/enqueue-exams-to-scan.ts';
import type { Client } from '../harness/client.ts';
import { examOf } from '../harness/multipart.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { eicar, eicarName, startVirusScanner, type VirusScanner } from '../services/virus-scanner.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';
import { pdf, sendDocument } from './document-uploads.ts';

const patientName = 'Παπαδοπούλου^Μαρία';
const minuteMs = 60_000;
const instancesShape = z.array(z.record(z.string(), z.object({ Value: z.array(z.unknown()).optional() }).loose()));
const codeOf = async (response: Response) => problem.parse(JSON.parse(await response.text())).code;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Issue 16, section 5; decision 039. */
describe('the virus scan of uploads (T-F14)', () => {
  let scanner: VirusScanner;
  let fixture: ImagingFixture;
  let doctor: Client;
  let center: Client;
  let seed = 700;

  beforeAll(async () => {
    scanner = await startVirusScanner();
    fixture = await createImagingFixture({
      environment: { SCAN_URL: scanner.url },
      overrides: { jobs: { ...quietJobs, shouldIndexExams: true, scanEveryMs: 100 } },
    });
    doctor = fixture.fixtures.doctors.consent.client;
    center = fixture.fixtures.centerA.client;
  });
  afterAll(async () => {
    await fixture.close();
    await scanner.stop();
  });
  beforeEach(async () => {
    scanner.behavior = 'answer';
    scanner.maxStreamBytes = Number.POSITIVE_INFINITY;
    scanner.maxFileBytes = Number.POSITIVE_INFINITY;
    scanner.answerHeld();
    await waitUntil(
      async () =>
        (
          await fixture.rows(`SELECT 1 FROM exams WHERE scan_state <> 'clean'
      AND scan_state <> 'infected' AND scan_due_at IS NULL`)
        ).length === 0,
    );
  });

  const dicom = () => {
    seed += 1;
    return tinyDicom({ patientName, seed });
  };
  const archive = (members: { name: string; content: Buffer | string }[] = []) =>
    Buffer.from(
      buildZip([{ name: 'DICOM/I1', content: dicom() }, ...members].map((each) => ({ ...each, method: 'deflated' }))),
    );
  const infectedArchive = () => archive([{ name: 'VIEWER/εγκατάσταση.com', content: eicar }]);
  const stateOf = async (id: string) => (await fixture.exam(id)).scan_state;
  const waitForState = (id: string, state: string) => waitUntil(async () => (await stateOf(id)) === state);
  const scanned = async (bytes: Buffer) => {
    const id = await fixture.uploadAndIndex(bytes);
    await waitUntil(async () => (await stateOf(id)) !== 'waiting');
    return id;
  };
  const download = (client: Client, id: string, query = '') => client.raw('GET', `/api/download/${id}${query}`);
  const seenByCenter = async (id: string) => {
    return (await center.call(routes.center.examHistory, { query: { id } }))[0];
  };
  const seenByDoctor = async (id: string) => {
    const { patientId } = fixture.fixtures.centerA.patient;
    const { exams } = await doctor.call(routes.doctor.patientExams, { params: { patientId } });
    return exams.find((exam) => exam.id === id);
  };
  /** The address of the exam's first instance in DICOMweb. */
  const instancePath = async (id: string) => {
    const found = await center.raw('GET', `/dicom-web/exams/${id}/instances`);
    const [first] = instancesShape.parse(await found.json());
    const uid = (tag: string) => first?.[tag]?.Value?.[0];
    return `/dicom-web/exams/${id}/studies/${uid('0020000D')}/series/${uid('0020000E')}/instances/${uid('00080018')}`;
  };
  const asDicom = { headers: { accept: 'application/dicom' } };
  const alarms = async () =>
    (await fixture.fixtures.admin.call(routes.admin.alarmsToSee, {})).filter(({ kind }) => kind === 'infected_file');
  const probe = async () => {
    fixture.advanceClock(6_000); // results of the last five seconds are reused
    const { health } = await fixture.fixtures.admin.call(routes.admin.systemInfo, {});
    return health.find(({ name }) => name === 'scanner');
  };

  it('holds files back from doctors until they are scanned, and shows the images meanwhile', async () => {
    scanner.behavior = 'hold';
    const file = dicom();
    const id = await fixture.uploadAndIndex(file);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', status: 'completed' });
    expect(await seenByDoctor(id)).toMatchObject({ scan: 'waiting', viewable: true });
    expect(await seenByCenter(id)).toMatchObject({ scan: 'waiting', status: 'completed' });
    for (const query of ['', '?confirm=yes', '?content=exam'])
      expect([(await download(doctor, id, query)).status, await codeOf(await download(doctor, id, query))]).toEqual([
        409,
        'not_scanned',
      ]);
    const path = await instancePath(id);
    const series = path.split('/instances/')[0];
    for (const original of [path, series, series?.split('/series/')[0]])
      expect(await codeOf(await doctor.raw('GET', `${original}`, asDicom))).toBe('not_scanned');
    expect((await doctor.raw('GET', `${path}/metadata`)).status).toBe(200);
    expect((await center.raw('GET', path, asDicom)).status).toBe(200);
    expect((await bytesOf(await download(center, id))).equals(file)).toBe(true);

    scanner.behavior = 'answer';
    scanner.answerHeld();
    await waitForState(id, 'clean');
    expect((await bytesOf(await download(doctor, id))).equals(file)).toBe(true);
    expect((await doctor.raw('GET', path, asDicom)).status).toBe(200);
    expect(await seenByDoctor(id)).not.toHaveProperty('scan');
  });

  it('holds the document of an exam back from doctors, because it would be shown as it is', async () => {
    scanner.behavior = 'hold';
    const { id } = examOf(await sendDocument(fixture, pdf));
    await fixture.waitUntilIndexed(id);
    const value = `${await instancePath(id)}/bulkdata/00420011`;
    expect(await codeOf(await doctor.raw('GET', value, { headers: { accept: '*/*' } }))).toBe('not_scanned');
    expect((await center.raw('GET', value, { headers: { accept: '*/*' } })).status).toBe(200);
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await waitForState(id, 'clean');
    expect((await doctor.raw('GET', value, { headers: { accept: '*/*' } })).status).toBe(200);
  });

  it('scans the file and each member of an archive, once', async () => {
    const before = scanner.scanned.length;
    const members = [
      { name: 'README.TXT', content: 'Παρακαλώ διαβάστε' },
      { name: 'large.bin', content: Buffer.alloc(700_000, 'a') },
    ];
    const file = archive(members);
    const id = await scanned(file);
    await waitForJobs(fixture);
    const sizes = scanner.scanned.slice(before);
    expect(sizes.toSorted((a, b) => a - b)).toEqual(
      [Buffer.byteLength('Παρακαλώ διαβάστε'), tinyDicom({ patientName, seed }).length, file.length, 700_000].toSorted(
        (a, b) => a - b,
      ),
    );
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'clean', scan_fault: null, scan_due_at: null });
    expect((await fixture.exam(id)).scanned_at).toBeInstanceOf(Date);
  });

  it('hides an infected exam from doctors, and names file and virus to the center', async () => {
    const file = infectedArchive();
    const id = await scanned(file);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'infected', status: 'needs-attention', is_open: false });
    expect(await seenByCenter(id)).toMatchObject({
      scan: 'infected',
      status: 'needs-attention',
      inDoubt: false,
      findings: [{ file: 'VIEWER/εγκατάσταση.com', virus: eicarName }],
    });
    expect(await seenByDoctor(id)).toBeUndefined();
    const path = await instancePath(id);
    for (const query of ['', '?content=exam', '?confirm=infected', '?confirm=yes'])
      expect((await download(doctor, id, query)).status).toBe(404);
    expect((await doctor.raw('GET', path, asDicom)).status).toBe(404);
    expect((await doctor.raw('GET', `${path}/metadata`)).status).toBe(404);
  });

  it('gives the infected file to its center alone, after a confirmation', async () => {
    const file = infectedArchive();
    const id = await scanned(file);
    for (const query of ['', '?confirm=yes', '?content=exam'])
      expect(await codeOf(await download(center, id, query))).toBe('infected');
    expect(await codeOf(await center.raw('GET', await instancePath(id), asDicom))).toBe('infected');
    expect((await bytesOf(await download(center, id, '?confirm=infected'))).equals(file)).toBe(true);
    expect((await download(fixture.fixtures.centerB.client, id, '?confirm=infected')).status).toBe(404);
  });

  it('records an event without file names, and raises one alarm for each center until it is seen', async () => {
    const id = await scanned(infectedArchive());
    const second = await scanned(infectedArchive());
    const events = await fixture.rows(
      `SELECT outcome, actor_kind, center_id, details FROM audit_events WHERE event = 'exam_infected' AND object_id = $1`,
      [id],
    );
    const { name } =
      (await fixture.rows('SELECT name FROM medical_centers WHERE id = $1', [events[0]?.center_id]))[0] ?? {};
    expect(events).toMatchObject([
      { outcome: 'failure', actor_kind: 'system', details: { files: 1, viruses: eicarName } },
    ]);
    const open = await alarms();
    expect(open).toMatchObject([{ doctor: null, account: { role: 'medical_center', name } }]);
    await fixture.fixtures.admin.call(routes.admin.alarmSeen, { params: { id: open[0]?.id ?? '' } });
    expect(await alarms()).toEqual([]);
    await scanned(infectedArchive());
    expect(await alarms()).toHaveLength(1);
    expect(await stateOf(second)).toBe('infected');
  });

  it('finds a virus in a single file, and in an exam that is stored before it can be indexed', async () => {
    const file = Buffer.concat([dicom(), eicar]);
    const id = await scanned(file);
    expect(await seenByCenter(id)).toMatchObject({ scan: 'infected', findings: [{ file: '', virus: eicarName }] });
  });

  it('keeps the findings when the center moves the exam, and refuses to confirm it', async () => {
    const id = await scanned(infectedArchive());
    const confirm = center.call(routes.center.confirmExam, { params: { id }, body: {} });
    await expect(confirm).rejects.toMatchObject({ code: 'invalid_state' });
    const { patientId } = await center.call(routes.center.registerPatient, {
      body: {
        firstName: 'Μαρία',
        lastName: 'Παπαδοπούλου',
        gender: 'Female',
        dateOfBirth: '1950-05-17',
        phone: '+306955500001',
      },
    });
    const exam = await center.call(routes.center.moveExam, { params: { id }, body: { patientId } });
    expect(exam).toMatchObject({ status: 'needs-attention', scan: 'infected', findings: [{ virus: eicarName }] });
    await center.call(routes.center.withdrawExam, { params: { id }, body: { reason: 'Μολυσμένο αρχείο' } });
    expect(await seenByCenter(id)).toMatchObject({ status: 'withdrawn' });
  });

  it('takes uploads while the scanner is away, and scans them when it is back', async () => {
    await scanner.stop();
    const id = await fixture.uploadAndIndex(dicom());
    await waitForJobs(fixture);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: null, scan_due_at: null });
    expect(await probe()).toMatchObject({ code: 'scanner-failed', params: { error: 'ScannerError econnrefused' } });
    await scanner.start();
    await waitForState(id, 'clean');
    expect(await probe()).toMatchObject({ code: 'scanner-well', params: { program: 'ClamAV 1.4.3', number: '27500' } });
  });

  it.each([
    ['does not take', () => Object.assign(scanner, { maxStreamBytes: 1_000 })],
    ['does not read to its end', () => Object.assign(scanner, { maxFileBytes: 1_000 })],
  ])('keeps a file that the scanner %s waiting, and tries it again later', async (_, limit) => {
    limit();
    const id = await fixture.uploadAndIndex(archive([{ name: 'noise.bin', content: Buffer.alloc(90_000, 'a') }]));
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit', scan_attempts: 1 });
    expect(await codeOf(await download(doctor, id))).toBe('not_scanned');
    expect(await probe()).toMatchObject({ code: 'scanner-limited', params: { count: 1 } });
    fixture.advanceClock(minuteMs);
    await waitUntil(async () => (await fixture.exam(id)).scan_attempts === 2);
    scanner.maxStreamBytes = Number.POSITIVE_INFINITY;
    scanner.maxFileBytes = Number.POSITIVE_INFINITY;
    fixture.advanceClock(2 * minuteMs);
    await waitForState(id, 'clean');
    expect(await fixture.exam(id)).toMatchObject({ scan_fault: null, scan_attempts: 0, scan_due_at: null });
  });

  it('finds a virus in a member although another one exceeds the limit', async () => {
    scanner.maxFileBytes = 50_000;
    const id = await fixture.uploadAndIndex(
      archive([
        { name: 'noise.bin', content: Buffer.alloc(90_000, 'a') },
        { name: 'x.com', content: eicar },
      ]),
    );
    await waitForState(id, 'infected');
  });

  const beforeEnd = deflateRawSync(eicar, { finishFlush: constants.Z_SYNC_FLUSH });
  const asDeflated = (bytes: Buffer, size: number) => ({
    ...{ name: 'VIEWER/x.com', content: bytes, method: 'stored' as const },
    claims: { method: 8, size, crc32: 1 },
  });
  it.each([
    ['declares fewer bytes', asDeflated(deflateRawSync(eicar), 20)],
    ['declares more bytes', asDeflated(deflateRawSync(eicar), 2_000)],
    ['lacks its end', asDeflated(beforeEnd, eicar.length)],
  ])('finds a virus in a member that %s', async (_, member) => {
    const image = { name: 'DICOM/I1', content: dicom(), method: 'deflated' as const };
    const id = await fixture.uploadAndIndex(Buffer.from(buildZip([image, member])));
    await waitForState(id, 'infected');
    expect(await seenByCenter(id)).toMatchObject({ findings: [{ file: 'VIEWER/x.com', virus: eicarName }] });
  });

  it('keeps an archive waiting of which a member does not inflate', async () => {
    const image = { name: 'DICOM/I1', content: dicom(), method: 'deflated' as const };
    const damaged = asDeflated(Buffer.concat([beforeEnd, Buffer.alloc(100, 0xff)]), 2_000);
    const id = await fixture.uploadAndIndex(Buffer.from(buildZip([image, damaged])));
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit' });
    expect(await codeOf(await download(doctor, id, '?confirm=yes'))).toBe('not_scanned');
    await fixture.rows(`UPDATE exams SET status = 'withdrawn' WHERE id = $1`, [id]);
  });

  it.each([
    ['hangs up', 'cut', 'limit', 'scan-limited'],
    ['crashes', 'crash', 'failed', 'scan-failed'],
  ] as const)('keeps an exam waiting on which the scanner %s', async (_, behavior, fault, code) => {
    scanner.behavior = behavior;
    // longer than what is under way when the scanner hangs up
    const id = await fixture.uploadAndIndex(Buffer.concat([dicom(), Buffer.alloc(3_000_000)]));
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: fault });
    const events = await fixture.rows('SELECT params FROM system_events WHERE code = $1 ORDER BY id', [code]);
    expect(events.at(-1)).toEqual({ params: code === 'scan-failed' ? { error: 'ScannerError econnreset' } : {} });
    scanner.behavior = 'answer';
    fixture.advanceClock(minuteMs);
    await waitForState(id, 'clean');
  });

  it('reports exams that wait too long, and old or unknown signatures', async () => {
    scanner.version = 'ClamAV 1.4.3';
    expect(await probe()).toMatchObject({ code: 'scanner-undated', params: { program: 'ClamAV 1.4.3' } });
    scanner.version = `ClamAV 1.4.3/27400/${new Date(Date.now() - 9 * 86_400_000).toString().slice(0, 24)}`;
    expect(await probe()).toMatchObject({ code: 'scanner-old', params: { number: '27400' } });
    scanner.behavior = 'hold';
    const id = await fixture.uploadAndIndex(dicom());
    await fixture.rows(`UPDATE exams SET uploaded_at = uploaded_at - interval '40 minutes' WHERE id = $1`, [id]);
    expect(await probe()).toMatchObject({ code: 'scanner-late', params: { waiting: 1 } });
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await waitForState(id, 'clean');
  });

  it('scans exams that arrived before a scanner was set, which doctors can download meanwhile', async () => {
    const clean = await scanned(dicom());
    const infected = await fixture.uploadAndIndex(infectedArchive());
    await waitForState(infected, 'infected');
    scanner.behavior = 'hold';
    await fixture.rows(
      `UPDATE exams SET scan_state = 'none', scan_findings = NULL, scanned_at = NULL, status = 'completed' WHERE id = ANY ($1)`,
      [[clean, infected]],
    );
    expect((await download(doctor, clean)).status).toBe(200);
    await waitUntil(async () => (await fixture.exam(clean)).scan_due_at !== null);
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await waitForState(clean, 'clean');
    await waitForState(infected, 'infected');
    expect(await seenByDoctor(infected)).toBeUndefined();
  });

  it('releases exams that wait for a scanner when none is set any more', async () => {
    scanner.behavior = 'hold';
    const id = await fixture.uploadAndIndex(dicom());
    const { context } = fixture.app;
    await enqueueExamsToScan({ ...context, settings: { ...context.settings, scanner: null } });
    expect(await stateOf(id)).toBe('none');
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await waitForState(id, 'clean');
  });
});

describe('uploads without a virus scanner', () => {
  let fixture: ImagingFixture;
  beforeAll(async () => {
    fixture = await createImagingFixture();
  });
  afterAll(() => fixture.close());

  it('are not scanned, and the health page says so', async () => {
    const id = await fixture.uploadAndIndex(tinyDicom({ patientName, seed: 690 }));
    expect((await fixture.exam(id)).scan_state).toBe('none');
    expect(await fixture.rows(`SELECT 1 FROM jobs WHERE kind LIKE 'scan-%'`)).toEqual([]);
    const { client } = fixture.fixtures.doctors.consent;
    expect((await client.raw('GET', `/api/download/${id}`)).status).toBe(200);
    const { health } = await fixture.fixtures.admin.call(routes.admin.systemInfo, {});
    const probe = health.find(({ name }) => name === 'scanner');
    expect(probe).toMatchObject({ code: 'scanner-missing', state: 'warning' });
    expect(Number(probe?.params.count)).toBeGreaterThan(0);
  });
});
