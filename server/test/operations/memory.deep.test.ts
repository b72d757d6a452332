import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../harness/cluster.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { type ChildApp, memoryOf, startChildApp } from '../harness/start-child-app.ts';
import { adminLogin } from '../harness/start-test-app.ts';

const mebibyte = 1_048_576;

describe.runIf(process.platform === 'linux')('server memory', () => {
  let child: ChildApp;
  let center: CenterFixture;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await copyTemplate(inject('cluster'));
    cleanups.push(() => database.drop());
    const folder = await mkdtemp(join(tmpdir(), 'medcloud-memory-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const environment = { ADMIN_EMAIL: adminLogin.email, ADMIN_PASSWORD: adminLogin.password };
    child = await startChildApp({ folder, logins: database.logins, environment });
    cleanups.push(() => child.close());
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(child, await signInAdmin(child), { ...plan, phone: '+306900000001' });
  });
  afterAll(async () => {
    for (const close of cleanups.reverse()) await close();
  });

  const upload = async (bytes: number) => {
    const parts = [...fieldParts({ patientId: center.patient.patientId }), filePart(sizedDicom(bytes))];
    return examOf(await sendParts(center.client, parts));
  };

  it('grows by less than 150 MB during an upload of 200 MB and during its download', async () => {
    const idle = await memoryOf(child.pid);
    const exam = await upload(200 * mebibyte);
    const uploaded = await memoryOf(child.pid);
    const response = await center.client.raw('GET', `/api/download/${exam.id}`);
    let received = 0;
    for await (const chunk of response.body ?? []) received += chunk.length;
    const downloaded = await memoryOf(child.pid);
    expect([exam.fileSize, received]).toEqual([200 * mebibyte, 200 * mebibyte]);
    expect(uploaded.peakBytes - idle.residentBytes).toBeLessThan(150 * mebibyte);
    expect(downloaded.peakBytes - idle.residentBytes).toBeLessThan(150 * mebibyte);
  });
});
