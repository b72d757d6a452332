import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { messages as validation } from '@medcloud/text/en/validation';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../harness/client.ts';
import { loginsTo } from '../harness/cluster.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
  signupForm,
} from '../harness/fixtures.ts';
import { codeIn, tokenIn } from '../harness/outbox.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { type ChildApp, startChildApp } from '../harness/start-child-app.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { createUpload, examFields, offsetOf, openPart, send } from '../harness/tus.ts';
import { waitUntil } from '../harness/wait-until.ts';

const rounds = 3;

/** Security 6, R8: two processes on one database get conflicting requests at the same time; exactly one succeeds. */
describe('two processes on one database', () => {
  let testApp: TestApp;
  let other: ChildApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ overrides: { jobs: { ...quietJobs, publishCountsEveryMs: 100 } } });
    const { host, port, user, password, database } = testApp.superuser.options;
    const logins = loginsTo({ host, port, user, password: String(password), database });
    other = await startChildApp({ folder: testApp.folder, logins, environment: { PUBLISH_COUNTS: '1' } });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
    doctor = await createDoctor(testApp, admin, 'racing');
  });
  afterAll(async () => {
    await other.close();
    await testApp.close();
  });

  const sql = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;

  /** Returns a client at each process with the same session. */
  const clientsAtBoth = (client: Client | null): [Client, Client] => {
    const pair = [new Client(testApp.origin, testApp.config), new Client(other.origin, testApp.config)] as const;
    for (const each of pair) each.sessionId = client?.sessionId ?? null;
    return [...pair];
  };

  /** Requests access to a new patient's phone number, and returns the number and its code. */
  async function newCode(): Promise<{ phone: string; otpCode: string }> {
    createdCount += 1;
    const phone = `+3069${String(20_000_000 + createdCount)}`;
    const patientFields = {
      firstName: 'Άννα',
      lastName: 'Δοκιμή',
      dateOfBirth: '1961-02-03',
      gender: 'Female' as const,
    };
    await center.client.call(routes.center.registerPatient, { body: { ...patientFields, phone } });
    await sql(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`); // ten numbers a day
    await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
    return { phone, otpCode: codeIn((await testApp.outbox.nextSms(phone, 0)).text) };
  }

  async function newLink(): Promise<string> {
    const { phone, otpCode } = await newCode();
    await doctor.client.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode } });
    return tokenIn((await testApp.outbox.nextSms(phone, 1)).text);
  }

  const statuses = async (responses: Promise<Response>[]) =>
    (await Promise.all(responses)).map(({ status }) => status).toSorted((a, b) => a - b);

  it('accept a right code once if each gets it twice', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { phone, otpCode } = await newCode();
      const body = { patientPhone: phone, otpCode };
      const responses = clientsAtBoth(doctor.client)
        .flatMap((client) => [client, client])
        .map((client) => client.json('POST', routes.doctor.verifyOtp.path, body));
      expect(await statuses(responses)).toEqual([200, 400, 400, 400]);
    }
    const requests = await sql('SELECT count(*)::int AS count FROM access_requests WHERE doctor_id = $1', [doctor.id]);
    expect(requests).toEqual([{ count: rounds }]);
  });

  it('check at most five attempts at a code together', async () => {
    const { phone, otpCode } = await newCode();
    const wrong = otpCode === '000000' ? '000001' : '000000';
    const wrongCodes = clientsAtBoth(doctor.client)
      .flatMap((client) => Array.from({ length: 6 }, () => client))
      .map((client) => client.json('POST', routes.doctor.verifyOtp.path, { patientPhone: phone, otpCode: wrong }));
    expect(new Set(await statuses(wrongCodes))).toEqual(new Set([400]));
    const late = await doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone: phone, otpCode });
    expect(late.status).toBe(400);
    const [row] = await sql('SELECT attempts FROM otp_verifications ORDER BY created_at DESC, id DESC LIMIT 1');
    expect(row?.attempts).toBe(5);
  });

  it('accept one of a grant and a denial sent to different processes, and reject the other with 409', async () => {
    const won: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const accessToken = await newLink();
      const [here, there] = clientsAtBoth(null);
      const path = routes.patientAccess.respond.path;
      const responses = await Promise.all([
        here.json('POST', path, { accessToken, response: 'grant', days: 30 }),
        there.json('POST', path, { accessToken, response: 'deny' }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { status } = await here.call(routes.patientAccess.lookup, { body: { accessToken } });
      expect(status).toBe(responses[0]?.status === 200 ? 'granted' : 'denied');
      won.push(status);
    }
    expect(won).toHaveLength(rounds);
  });

  it('accept the same grant twice but store it once', async () => {
    const accessToken = await newLink();
    const events = () => sql(`SELECT count(*)::int AS count FROM audit_events WHERE event = 'consent_granted'`);
    const [before] = await events();
    const responses = clientsAtBoth(null).map((client) =>
      client.json('POST', routes.patientAccess.respond.path, { accessToken, response: 'grant', days: 30 }),
    );
    expect(await statuses(responses)).toEqual([200, 200]);
    expect(await events()).toEqual([{ count: Number(before?.count) + 1 }]);
  });

  it('decide an application once if one approves and the other rejects it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const form = signupForm(`Both${round}`);
      await testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
      const pending = await admin.call(routes.admin.pendingDoctors, {});
      const id = pending.find(({ user }) => user.email === form.email)?.id ?? '';
      const [here, there] = clientsAtBoth(admin);
      const responses = await Promise.all([
        here.json('POST', routes.admin.approveDoctor.path.replace('{id}', id), {}),
        there.json('POST', routes.admin.rejectDoctor.path.replace('{id}', id), {}),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const [row] = await sql('SELECT state FROM doctors WHERE id = $1', [id]);
      expect(row?.state).toBe(responses[0]?.status === 200 ? 'verified' : 'rejected');
    }
  });

  it('both reject a session after more than 600 requests a minute to one of them', async () => {
    const { centerId, password } = center;
    const session = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
      centerId,
      password,
    });
    const [here, there] = clientsAtBoth(session);
    // freeze the minute here; the other process counts it from its first notification
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const ask = async (client: Client) => (await client.raw('GET', routes.auth.session.path)).status;
    const responses: number[] = [];
    while (responses.length < 605) responses.push(...(await Promise.all(Array.from({ length: 11 }, () => ask(here)))));
    // any of the parallel requests may be the last accepted one
    expect(responses.toSorted((a, b) => a - b)).toEqual([...Array(600).fill(200), ...Array(5).fill(429)]);
    await waitUntil(async () => (await ask(there)) === 429);
    const wait = Number((await there.raw('GET', routes.auth.session.path)).headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await ask(center.client)).toBe(200);
  });

  describe('resumable upload', () => {
    const file = Buffer.concat([...sizedDicom(700_000)]);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const newUploadPath = () => createUpload(center.client, file.length, examFields(center.patient.patientId));
    const resume = async (path: string) => {
      const offset = await offsetOf(center.client, path);
      return await send(center.client, path, offset, file.subarray(offset));
    };

    it('is written by one request at a time, rejects others with 409 or 423, and stores the sent file', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const path = await newUploadPath();
        const parts = clientsAtBoth(center.client).flatMap((client) =>
          [300_001, 600_002].map((end) => [client, end] as const),
        );
        const responses = await statuses(parts.map(([client, end]) => send(client, path, 0, file.subarray(0, end))));
        expect(responses.filter((status) => status === 204).length).toBeLessThanOrEqual(1);
        expect(responses.filter((status) => ![204, 409, 423].includes(status))).toEqual([]);
        const end = await resume(path);
        expect([end.status, end.headers.get('upload-sha256')]).toEqual([204, sha256]);
        const download = await center.client.raw('GET', `/api/download/${end.headers.get('upload-exam-id')}`);
        expect(Buffer.from(await download.arrayBuffer())).toEqual(file);
      }
    });

    it('has the right hash if one process rejects damaged bytes and the other accepts the right ones', async () => {
      const path = await newUploadPath();
      const [here, there] = clientsAtBoth(center.client);
      const [part, rest] = [file.subarray(0, 524_288), file.subarray(524_288)]; // two segments
      const digest = createHash('sha256').update(part).digest('base64');
      const damaged = await send(here, path, 0, Buffer.concat([part.subarray(0, -1), Buffer.from('x')]), {
        'upload-checksum': `sha256 ${digest}`,
      });
      expect(damaged.status).toBe(460);
      expect((await send(there, path, 0, part)).status).toBe(204);
      const end = await send(here, path, part.length, rest);
      expect([end.status, end.headers.get('upload-sha256')]).toEqual([204, sha256]);
    });

    const isLocked = async (name: string) =>
      (
        await sql(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (
          SELECT oid FROM pg_database WHERE datname = current_database()) AND granted AND ((classid::bigint << 32) | objid::bigint) =
          hashtextextended($1, 0)`,
          [name],
        )
      ).length > 0;

    it('counts to three per center over both processes, and a killed process releases its locks', async () => {
      const paths = [await newUploadPath(), await newUploadPath(), await newUploadPath()];
      const [, there] = clientsAtBoth(center.client);
      const parts = paths.map((path) => openPart(there, path, 0, file.subarray(0, 300_001)));
      const names = [
        ...paths.map((path) => `upload ${path.split('/').at(-1)}`),
        ...[1, 2, 3].map((place) => `place uploads ${center.id} ${place}`),
      ];
      for (const name of names) await waitUntil(() => isLocked(name));
      const fourth = await resume(await newUploadPath());
      expect([fourth.status, problem.parse(await fourth.json()).message]).toEqual([429, validation.uploads_running]);
      await other.kill();
      expect(await Promise.all(parts.map(({ status }) => status))).toEqual([null, null, null]);
      // the database detects the end of a process when its connections close
      for (const name of names) await waitUntil(async () => !(await isLocked(name)));
      const ends = await Promise.all(paths.map(resume));
      expect(ends.map((end) => [end.status, end.headers.get('upload-sha256')])).toEqual(paths.map(() => [204, sha256]));
      for (const name of names) await waitUntil(async () => !(await isLocked(name)));
    });
  });
});
