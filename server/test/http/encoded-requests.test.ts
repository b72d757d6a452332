import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterFixture, createCenter, phoneA, signInAdmin, uploadExam } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

describe('compressed request', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  beforeAll(async () => {
    testApp = await startTestApp();
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    center = await createCenter(testApp, await signInAdmin(testApp), plan);
  });
  afterAll(() => testApp.close());

  it.each(['gzip', 'br', 'deflate', 'x-unknown'])('is rejected: %s', async (encoding) => {
    const response = await center.client.raw('POST', routes.center.registerPatient.path, {
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: new Uint8Array(gzipSync('{}')),
    });
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect(await response.json()).toMatchObject({ status: 415, code: 'unsupported_media' });
  });

  it('is accepted with content-encoding identity', async () => {
    const headers = { 'content-encoding': 'identity' };
    const response = await center.client.json('POST', routes.center.registerPatient.path, {}, { headers });
    expect(response.status).toBe(400);
  });

  it('does not count as a running upload', async () => {
    const sockets = await Promise.all([1, 2, 3].map(() => startUpload()));
    for (const socket of sockets) socket.destroy();
    const file = tinyDicom({ patientName: '', seed: 9 });
    await expect(uploadExam(center.client, center.patient.patientId, file)).resolves.toMatch(/^[\da-f-]{36}$/);
  });

  /** Starts a compressed upload and returns its connection after a response or the close. */
  async function startUpload(): Promise<Socket> {
    const socket = connect(Number(new URL(testApp.origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = [
      `POST ${routes.center.uploadExam.path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${center.client.sessionId}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Encoding: gzip',
      'Content-Length: 400000000',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(gzipSync(randomBytes(1_000_000)));
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    return socket;
  }
});
