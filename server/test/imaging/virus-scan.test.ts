import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examOf } from '../harness/multipart.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { eicar, eicarName } from '../services/virus-scanner.ts';
import { asDicom, bytesOf, codeOf, createScanFixture, type ScanFixture } from './create-scan-fixture.ts';
import { pdf, sendDocument } from './document-uploads.ts';

/** Issue 16, section 5; decision 039. */
describe('the virus scan of uploads (T-F14)', () => {
  let fixture: ScanFixture;
  let scanner: ScanFixture['scanner'];
  let doctor: ScanFixture['doctor'];
  let center: ScanFixture['center'];
  beforeAll(async () => {
    fixture = await createScanFixture(700);
    ({ scanner, doctor, center } = fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());
  const alarms = async () =>
    (await fixture.fixtures.admin.call(routes.admin.alarmsToSee, {})).filter(({ kind }) => kind === 'infected_file');

  it('holds files back from doctors until they are scanned, and shows the images meanwhile', async () => {
    scanner.behavior = 'hold';
    const file = fixture.dicom();
    const id = await fixture.uploadAndIndex(file);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', status: 'completed' });
    expect(await fixture.seenByDoctor(id)).toMatchObject({ scan: 'waiting', viewable: true });
    expect(await fixture.seenByCenter(id)).toMatchObject({ scan: 'waiting', status: 'completed' });
    for (const query of ['', '?confirm=yes', '?content=exam'])
      expect([
        (await fixture.download(doctor, id, query)).status,
        await codeOf(await fixture.download(doctor, id, query)),
      ]).toEqual([409, 'not_scanned']);
    const path = await fixture.instancePath(id);
    const series = path.split('/instances/')[0];
    for (const original of [path, series, series?.split('/series/')[0]])
      expect(await codeOf(await doctor.raw('GET', `${original}`, asDicom))).toBe('not_scanned');
    expect((await doctor.raw('GET', `${path}/metadata`)).status).toBe(200);
    expect((await center.raw('GET', path, asDicom)).status).toBe(200);
    expect((await bytesOf(await fixture.download(center, id))).equals(file)).toBe(true);

    scanner.behavior = 'answer';
    scanner.answerHeld();
    await fixture.waitForState(id, 'clean');
    expect((await bytesOf(await fixture.download(doctor, id))).equals(file)).toBe(true);
    expect((await doctor.raw('GET', path, asDicom)).status).toBe(200);
    expect(await fixture.seenByDoctor(id)).not.toHaveProperty('scan');
  });

  it('holds the document of an exam back from doctors, because it would be shown as it is', async () => {
    scanner.behavior = 'hold';
    const { id } = examOf(await sendDocument(fixture, pdf));
    await fixture.waitUntilIndexed(id);
    const value = `${await fixture.instancePath(id)}/bulkdata/00420011`;
    expect(await codeOf(await doctor.raw('GET', value, { headers: { accept: '*/*' } }))).toBe('not_scanned');
    expect((await center.raw('GET', value, { headers: { accept: '*/*' } })).status).toBe(200);
    scanner.behavior = 'answer';
    scanner.answerHeld();
    await fixture.waitForState(id, 'clean');
    expect((await doctor.raw('GET', value, { headers: { accept: '*/*' } })).status).toBe(200);
  });

  it('scans the file and each member of an archive, once', async () => {
    const before = scanner.scanned.length;
    const members = [
      { name: 'README.TXT', content: 'Παρακαλώ διαβάστε' },
      { name: 'large.bin', content: Buffer.alloc(700_000, 'a') },
    ];
    const file = fixture.archive(members);
    const id = await fixture.scanned(file);
    await waitForJobs(fixture);
    const sizes = scanner.scanned.slice(before);
    expect(sizes.toSorted((a, b) => a - b)).toEqual(
      [Buffer.byteLength('Παρακαλώ διαβάστε'), fixture.dicom().length, file.length, 700_000].toSorted((a, b) => a - b),
    );
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'clean', scan_fault: null, scan_due_at: null });
    expect((await fixture.exam(id)).scanned_at).toBeInstanceOf(Date);
  });

  it('hides an infected exam from doctors, and names file and virus to the center', async () => {
    const file = fixture.infectedArchive();
    const id = await fixture.scanned(file);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'infected', status: 'needs-attention', is_open: false });
    expect(await fixture.seenByCenter(id)).toMatchObject({
      scan: 'infected',
      status: 'needs-attention',
      inDoubt: false,
      findings: [{ file: 'VIEWER/εγκατάσταση.com', virus: eicarName }],
    });
    expect(await fixture.seenByDoctor(id)).toBeUndefined();
    const path = await fixture.instancePath(id);
    for (const query of ['', '?content=exam', '?confirm=infected', '?confirm=yes'])
      expect((await fixture.download(doctor, id, query)).status).toBe(404);
    expect((await doctor.raw('GET', path, asDicom)).status).toBe(404);
    expect((await doctor.raw('GET', `${path}/metadata`)).status).toBe(404);
  });

  it('gives the infected file to its center alone, after a confirmation', async () => {
    const file = fixture.infectedArchive();
    const id = await fixture.scanned(file);
    for (const query of ['', '?confirm=yes', '?content=exam'])
      expect(await codeOf(await fixture.download(center, id, query))).toBe('infected');
    expect(await codeOf(await center.raw('GET', await fixture.instancePath(id), asDicom))).toBe('infected');
    expect((await bytesOf(await fixture.download(center, id, '?confirm=infected'))).equals(file)).toBe(true);
    expect((await fixture.download(fixture.fixtures.centerB.client, id, '?confirm=infected')).status).toBe(404);
  });

  it('gives its center the images of an infected exam only as the portal decodes them', async () => {
    const file = fixture.dicom();
    eicar.copy(file, file.length - 1_024); // its pixels
    const path = await fixture.instancePath(await fixture.scanned(file));
    const get = (part: string, accept: string) => center.raw('GET', `${path}${part}`, { headers: { accept } });
    for (const part of ['/frames/1', '/bulkdata/7FE00010'])
      expect(await codeOf(await get(part, 'application/octet-stream'))).toBe('infected');
    expect((await get('/rendered', 'image/png')).status).toBe(200);
  });

  it('records an event without file names, and raises one alarm for each center until it is seen', async () => {
    const id = await fixture.scanned(fixture.infectedArchive());
    const second = await fixture.scanned(fixture.infectedArchive());
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
    await fixture.scanned(fixture.infectedArchive());
    expect(await alarms()).toHaveLength(1);
    expect(await fixture.stateOf(second)).toBe('infected');
  });

  it('finds a virus in a single file, and in an exam that is stored before it can be indexed', async () => {
    const file = Buffer.concat([fixture.dicom(), eicar]);
    const id = await fixture.scanned(file);
    expect(await fixture.seenByCenter(id)).toMatchObject({
      scan: 'infected',
      findings: [{ file: '', virus: eicarName }],
    });
  });

  it('keeps the findings when the center moves the exam, and refuses to confirm it', async () => {
    const id = await fixture.scanned(fixture.infectedArchive());
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
    expect(await fixture.seenByCenter(id)).toMatchObject({ status: 'withdrawn' });
  });
});
