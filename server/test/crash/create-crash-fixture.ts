import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { type ChildApp, startChildApp, startCrashingApp } from '../harness/start-child-app.ts';
import { adminLogin } from '../harness/start-test-app.ts';
import { reconnect } from './reconcile.ts';
import { type AcceptedUploadLog, newUploadLog, type Uploader } from './uploaders.ts';

/** Folder, database and centers for portals that are started and killed one after another. */
export interface CrashFixture {
  folder: string;
  /** The superuser's. */
  connection: pg.ClientConfig;
  logins: DatabaseLogins;
  uploadLog: AcceptedUploadLog;
  /** One per center. */
  uploaders: Uploader[];
  /** The first portal, which created the centers and is running. */
  first: ChildApp;
  start(environment?: Record<string, string>): Promise<ChildApp>;
  /** Starts a portal that kills itself at CRASH_AT, possibly before it is ready, and waits for its end. */
  startCrashingApp(environment: Record<string, string>): Promise<void>;
  /** Returns the same uploaders with clients of a restarted portal. */
  uploadersAt(child: ChildApp): Uploader[];
  /** Kills all portals that still run. */
  close(): Promise<void>;
}

const administrator = { ADMIN_EMAIL: adminLogin.email, ADMIN_PASSWORD: adminLogin.password };

/** Creates the fixture with a running portal and two centers, each with a patient and an exam. */
export async function createCrashFixture(): Promise<CrashFixture> {
  const database = await copyTemplate(inject('cluster'));
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
  const uploadLog = newUploadLog();
  const running: ChildApp[] = [];
  const options = (environment: Record<string, string>) => ({
    folder,
    logins: database.logins,
    environment: { ...administrator, ...environment },
  });
  const start = async (environment = {}) => {
    const child = await startChildApp(options(environment));
    running.push(child);
    return child;
  };
  const first = await start();
  const uploaders = await createUploaders(first, uploadLog);
  return {
    folder,
    connection: database.connection,
    logins: database.logins,
    uploadLog,
    uploaders,
    first,
    start,
    startCrashingApp: (environment) => startCrashingApp(options(environment)),
    uploadersAt: (other) => uploaders.map((uploader) => ({ ...uploader, client: reconnect(uploader.client, other) })),
    close: async () => {
      await Promise.all(running.map((child) => child.kill()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates two centers by the portal's API and records their first exams in the upload log. */
export async function createUploaders(child: ChildApp, uploadLog: AcceptedUploadLog): Promise<Uploader[]> {
  const admin = await signInAdmin(child);
  const uploaders: Uploader[] = [];
  for (const number of [1, 2]) {
    const plan = { name: `Center ${number}`, number, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    const center = await createCenter(child, admin, { ...plan, phone: `+30690000000${number}` });
    const uploader = { name: `center ${number}`, client: center.client, patientId: center.patient.patientId };
    logFirstExam(uploadLog, center, uploader);
    uploaders.push(uploader);
  }
  return uploaders;
}

function logFirstExam(uploadLog: AcceptedUploadLog, center: CenterFixture, uploader: Uploader): void {
  const sha256 = createHash('sha256').update(center.file).digest('hex');
  uploadLog.sent.set(sha256, { key: '', bytes: center.file, uploader });
  uploadLog.acknowledged.set(center.examId, sha256);
}
