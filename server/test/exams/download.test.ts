import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  phoneA,
  requestAndRespond,
  signInAdmin,
} from '../harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const segmentBytes = 262_144; // of the encrypted container
const sizeBytes = 3 * segmentBytes + 1_000;
const largeBytes = 32 * 1_048_576; // larger than the socket buffers between the server and a client that does not read

describe('GET /api/download/{id}', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let token: string;
  let path: string;
  let examId: string;
  let etag: string;
  let largeId: string;
  const bytes = Buffer.concat([...sizedDicom(sizeBytes)]);

  const upload = async (content: Iterable<Buffer>) => {
    const parts = [...fieldParts({ patientId: center.patient.patientId }), filePart(content)];
    return examOf(await sendParts(center.client, parts));
  };
  const ranged = (range: string, headers: Record<string, string> = {}, requester: Client = center.client) =>
    requester.raw('GET', path, { headers: { range, ...headers } });
  const auditEvents = async (id = examId) => {
    const { rows } = await testApp.superuser.query<{ count: number }>(
      `SELECT count(*) AS count FROM audit_events WHERE event = 'exam_downloaded' AND object_id = $1`,
      [id],
    );
    return rows[0]?.count ?? 0;
  };
  const listEnds = async (id: string) => {
    const { rows } = await testApp.superuser.query<{ details: { bytes: number; complete: boolean } }>(
      `SELECT details - 'patientId' - 'content' AS details FROM audit_events WHERE event = 'exam_download_ended' AND object_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ details }) => details);
  };
  /** Starts a download without reading its bytes. */
  const openDownload = (requester: Client, id: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = requester.credentials('bearer');
      const request = get(`${testApp.origin}/api/download/${id}`, { headers, agent: false }, resolve).on(
        'error',
        reject,
      );
      onTestFinished(() => void request.destroy());
    });

  beforeAll(async () => {
    testApp = await startTestApp();
    const admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: phoneA });
    doctor = await createDoctor(testApp, admin, 'stavridou');
    const exam = await upload([bytes]);
    examId = exam.id;
    path = `/api/download/${exam.id}`;
    etag = `"${exam.sha256}"`;
    largeId = (await upload(sizedDicom(largeBytes))).id;
    token = await requestAndRespond(testApp, doctor, phoneA, 'grant');
  });
  afterAll(() => testApp.close());

  it('returns the bytes as an attachment that browsers neither render nor cache', async () => {
    const response = await center.client.raw('GET', path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/dicom',
      'content-length': String(sizeBytes),
      'content-disposition': `attachment; filename="exam_${examId}.dcm"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      etag,
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['the beginning', 'bytes=0-99', 0, 100],
    ['one byte', 'bytes=5-5', 5, 6],
    [
      'across the border of two encrypted segments',
      `bytes=${segmentBytes - 10}-${segmentBytes + 9}`,
      segmentBytes - 10,
      segmentBytes + 10,
    ],
    ['a full segment', `bytes=${segmentBytes}-${2 * segmentBytes - 1}`, segmentBytes, 2 * segmentBytes],
    ['from a point on', `bytes=${2 * segmentBytes + 7}-`, 2 * segmentBytes + 7, sizeBytes],
    ['the last bytes', 'bytes=-50', sizeBytes - 50, sizeBytes],
    ['more last bytes than there are', 'bytes=-99999999', 0, sizeBytes],
    ['beyond the end', `bytes=100-${10 * sizeBytes}`, 100, sizeBytes],
  ])('returns a part: %s', async (_, range, start, end) => {
    const response = await ranged(range);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${sizeBytes}`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
  });

  it.each([`bytes=${sizeBytes}-`, `bytes=${sizeBytes + 5}-${sizeBytes + 9}`, 'bytes=-0'])(
    'returns 416 with the size for %s',
    async (range) => {
      const response = await ranged(range);
      expect(problem.parse(await response.json())).toMatchObject({ status: 416, code: 'range_unsatisfiable' });
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(response.headers.get('content-range')).toBe(`bytes */${sizeBytes}`);
    },
  );

  it.each(['bytes=9-5', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-', 'bytes=a-b'])(
    'returns the full content if %s is not a single valid range',
    async (range) => {
      const response = await ranged(range);
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, sizeBytes]);
    },
  );

  it('returns the part only if If-Range matches the ETag', async () => {
    const same = await ranged('bytes=10-19', { 'if-range': etag });
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const other = await ranged('bytes=10-19', { 'if-range': '"0000"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, sizeBytes]);
  });

  it('returns 304 for a matching ETag, and HEAD without a body', async () => {
    const cached = await center.client.raw('GET', path, { headers: { 'if-none-match': etag } });
    expect([cached.status, await cached.text()]).toEqual([304, '']);
    const head = await center.client.raw('HEAD', path);
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(sizeBytes),
      etag,
    ]);
    expect(await head.text()).toBe('');
    for (const tags of ['*', `W/${etag}`, `"other", ${etag}`]) {
      const known = await center.client.raw('GET', path, { headers: { 'if-none-match': tags } });
      expect([tags, known.status, await known.text()]).toEqual([tags, 304, '']);
    }
  });

  it('ignores Range of HEAD, and returns 206 for a range of the full content', async () => {
    const head = await center.client.raw('HEAD', path, { headers: { range: 'bytes=10-19' } });
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([
      200,
      String(sizeBytes),
      null,
    ]);
    const full = await ranged('bytes=0-');
    expect([full.status, full.headers.get('content-range')]).toEqual([206, `bytes 0-${sizeBytes - 1}/${sizeBytes}`]);
    expect((await full.arrayBuffer()).byteLength).toBe(sizeBytes);
  });

  it('writes no audit event if no byte is sent', async () => {
    const before = await auditEvents();
    await center.client.raw('HEAD', path);
    await center.client.raw('GET', path, { headers: { 'if-none-match': etag } });
    await ranged(`bytes=${sizeBytes}-`);
    expect(await auditEvents()).toBe(before);
  });

  it('writes the audit event before the first byte, and the end event after an aborted download', async () => {
    const response = await openDownload(doctor.client, largeId);
    expect(response.statusCode).toBe(200);
    expect(await auditEvents(largeId)).toBe(1);
    response.destroy();
    await expect.poll(() => listEnds(largeId)).toMatchObject([{ complete: false }]);
    expect(Number((await listEnds(largeId))[0]?.bytes)).toBeLessThan(largeBytes);
  });

  it('counts a resumed download once, and one that starts in the middle as well', async () => {
    const exam = await upload([bytes]);
    const part = async (range: string, requester: Client) =>
      (await requester.raw('GET', `/api/download/${exam.id}`, { headers: { range } })).arrayBuffer();
    await part('bytes=0-999', center.client);
    await part('bytes=1000-', center.client);
    expect(await auditEvents(exam.id)).toBe(1);
    await part('bytes=5000-', center.client);
    expect(await auditEvents(exam.id)).toBe(2);
    await part('bytes=1-', doctor.client);
    expect(await auditEvents(exam.id)).toBe(3);
    await part('bytes=1-1,0-', doctor.client);
    expect(await auditEvents(exam.id)).toBe(4);
    // each event records how many bytes were sent
    const left = [1_000, sizeBytes - 1_000, sizeBytes - 5_000, sizeBytes - 1, sizeBytes];
    const expected = left.map((length) => ({ bytes: length, complete: true }));
    // the event is written after the response, so the events of two downloads may be swapped
    await expect.poll(() => listEnds(exam.id)).toHaveLength(expected.length);
    expect(await listEnds(exam.id)).toEqual(expect.arrayContaining(expected));
  });

  it('writes an event each time a session gets all but the first byte', async () => {
    const exam = await upload([bytes]);
    for (let time = 1; time <= 3; time += 1) {
      const again = await doctor.client.raw('GET', `/api/download/${exam.id}`, { headers: { range: 'bytes=1-' } });
      expect((await again.arrayBuffer()).byteLength).toBe(sizeBytes - 1);
      expect(await auditEvents(exam.id)).toBe(time);
    }
  });

  it('resumes an aborted download without another event', async () => {
    const before = await auditEvents(largeId);
    const response = await openDownload(doctor.client, largeId);
    let received = 0;
    for await (const chunk of response) {
      received += chunk.length;
      if (received > 8 * 1_048_576) break;
    }
    const range = `bytes=${received}-`;
    const rest = await doctor.client.raw('GET', `/api/download/${largeId}`, { headers: { range } });
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, largeBytes - received]);
    expect(await auditEvents(largeId)).toBe(before + 1);
  });

  it('returns the same 404 for an unknown and a malformed id', async () => {
    const bodies = new Set<string>();
    for (const id of ['01900000-0000-7000-8000-000000000000', 'nonsense', '%2e%2e', 'x'.repeat(400)]) {
      const response = await center.client.raw('GET', `/api/download/${id}`);
      expect(response.status).toBe(404);
      bodies.add(JSON.stringify({ ...problem.parse(await response.json()), requestId: '' }));
    }
    expect(bodies.size).toBe(1);
  });

  it('aborts when the patient revokes the grant', async () => {
    const response = await openDownload(doctor.client, largeId);
    const hash = createHash('sha256');
    let received = 0;
    await testApp.anonymous.call(routes.patientAccess.revoke, { body: { accessToken: token } });
    testApp.advanceClock(5_000);
    const reading = (async () => {
      for await (const chunk of response) {
        received += chunk.length;
        hash.update(chunk);
      }
    })();
    await expect(reading).rejects.toThrow(/aborted/);
    expect(received).toBeLessThan(largeBytes);
    const next = await doctor.client.raw('GET', `/api/download/${largeId}`);
    expect([next.status, await next.json()]).toMatchObject([403, { code: 'access_revoked' }]);
  });

  it('aborts when the center revokes the grant', async () => {
    testApp.advanceClock(61_000); // until the next code can be requested
    await requestAndRespond(testApp, doctor, phoneA, 'grant');
    const response = await openDownload(doctor.client, largeId);
    const [grant] = await center.client.call(routes.center.patientGrants, {
      params: { patientId: center.patient.patientId },
    });
    const input = { params: { id: grant?.id ?? '' }, body: { reason: 'misuse' as const } };
    await center.client.call(routes.center.revokeGrant, input);
    testApp.advanceClock(5_000);
    await expect(drain(response)).rejects.toThrow(/aborted/);
  });

  it('aborts when its session ends, and continues for other sessions', async () => {
    const leaving = new Client(testApp.origin, testApp.config);
    await leaving.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: center.password });
    const response = await openDownload(leaving, largeId);
    const other = await openDownload(center.client, largeId);
    await leaving.call(routes.auth.logout, {});
    testApp.advanceClock(5_000);
    await expect(drain(response)).rejects.toThrow(/aborted/);
    expect(await drain(other)).toBe(largeBytes);
  });

  it('outlasts the idle limit of its session, and aborts at the absolute one', async () => {
    const signIn = () =>
      new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
        centerId: center.centerId,
        password: center.password,
      });
    const idle = await openDownload(await signIn(), largeId);
    testApp.advanceClock(2 * 3_600_000);
    expect(await drain(idle)).toBe(largeBytes);
    const late = await openDownload(await signIn(), largeId);
    testApp.advanceClock(12 * 3_600_000);
    await expect(drain(late)).rejects.toThrow(/aborted/);
  });
});

async function drain(response: IncomingMessage): Promise<number> {
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  return received;
}
