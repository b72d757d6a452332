import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverProcesses } from '../../src/platform/db/embedded/process/process-facts.ts';
import { type ChildApp, startChildApp } from '../harness/start-child-app.ts';
import { adminLogin } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createUploaders } from './create-crash-fixture.ts';
import { reconnect } from './reconcile.ts';
import { newUploadLog, uploadUntilGone } from './uploaders.ts';

describe.runIf(process.platform === 'linux')('a portal that is killed together with its embedded database', () => {
  let folder: string;
  let child: ChildApp | undefined;
  const environment = { ADMIN_EMAIL: adminLogin.email, ADMIN_PASSWORD: adminLogin.password };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-embedded-'));
  });
  afterAll(async () => {
    await child?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has all acknowledged patients and exams after the next start', async () => {
    const crashingApp = await startChildApp({ folder, environment });
    child = crashingApp;
    const uploadLog = newUploadLog();
    const uploaders = await createUploaders(crashingApp, uploadLog);
    const patients = await Promise.all(uploaders.map(({ client }) => client.call(routes.center.patients, {})));
    const uploading = uploaders.map((uploader) => uploadUntilGone(uploadLog, uploader, uploader.name));
    await Promise.race([waitUntil(() => uploadLog.acknowledged.size >= 12), Promise.all(uploading)]);
    // Kill all at the same moment, so the server has no time to write.
    const processes = await serverProcesses(join(folder, 'postgres', 'cluster'));
    for (const pid of [crashingApp.pid, ...processes]) killProcess(pid);
    await crashingApp.ended;
    await Promise.all(uploading);
    expect(processes.length).toBeGreaterThan(1);

    child = await startChildApp({ folder, environment: { ...environment, DELETE_ORPHANS: '1' } });
    for (const [index, uploader] of uploaders.entries()) {
      const client = reconnect(uploader.client, child);
      const known = await client.call(routes.center.patients, {});
      expect(known.map((patient) => patient.id)).toEqual(patients[index]?.map((patient) => patient.id));
    }
    const found = new Map<string, string>();
    for (const uploader of uploaders) {
      const client = reconnect(uploader.client, child);
      for (const exam of await client.call(routes.center.examHistory, { query: { limit: 500 } })) {
        const response = await client.raw('GET', `/api/download/${exam.id}`);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(uploadLog.sent.get(exam.sha256)?.bytes.equals(bytes)).toBe(true);
        found.set(exam.id, exam.sha256);
      }
    }
    for (const [id, sha256] of uploadLog.acknowledged) expect([id, found.get(id)]).toEqual([id, sha256]);
  });
});

/** Kills a process. Ignores ESRCH, because a server process may have ended after the previous one. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
