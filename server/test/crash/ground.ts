import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { type CenterCast, makeCenter, signInAdmin } from '../harness/cast.ts';
import { type Child, startChild, startDoomed } from '../harness/child.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { adminLogin } from '../harness/world.ts';
import { again } from './reconcile.ts';
import { type Ledger, newLedger, type Uploader } from './uploaders.ts';

/** Folder, database and centers on which one portal after another is started and killed. */
export interface Ground {
  folder: string;
  connection: pg.ClientConfig;
  ledger: Ledger;
  /** One for each center. */
  uploaders: Uploader[];
  /** The first one, which made the centers and runs. */
  first: Child;
  start(environment?: Record<string, string>): Promise<Child>;
  /** Starts one that ends itself at CRASH_AT, perhaps before it answers, and waits until it has. */
  startDoomed(environment: Record<string, string>): Promise<void>;
  /** The same uploaders at a portal that was started again. */
  at(child: Child): Uploader[];
  /** Kills what still runs here. */
  close(): Promise<void>;
}

const administrator = { ADMIN_EMAIL: adminLogin.email, ADMIN_PASSWORD: adminLogin.password };

/** Opens the ground with a portal on it, and makes two centers with a patient and an exam each. */
export async function openGround(): Promise<Ground> {
  const database = await copyTemplate(inject('cluster'));
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
  const ledger = newLedger();
  const running: Child[] = [];
  const options = (environment: Record<string, string>) => ({
    folder,
    connection: database.connection,
    environment: { ...administrator, ...environment },
  });
  const start = async (environment = {}) => {
    const child = await startChild(options(environment));
    running.push(child);
    return child;
  };
  const first = await start();
  const uploaders = await makeUploaders(first, ledger);
  return {
    folder,
    connection: database.connection,
    ledger,
    uploaders,
    first,
    start,
    startDoomed: (environment) => startDoomed(options(environment)),
    at: (other) => uploaders.map((uploader) => ({ ...uploader, client: again(uploader.client, other) })),
    close: async () => {
      await Promise.all(running.map((child) => child.kill()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Two centers through the portal; their first exams are in the ledger. */
export async function makeUploaders(child: Child, ledger: Ledger): Promise<Uploader[]> {
  const admin = await signInAdmin(child);
  const uploaders: Uploader[] = [];
  for (const number of [1, 2]) {
    const plan = { name: `Center ${number}`, number, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    const center = await makeCenter(child, admin, { ...plan, phone: `+30690000000${number}` });
    const uploader = { name: `center ${number}`, client: center.client, patientId: center.patient.patientId };
    noteFirst(ledger, center, uploader);
    uploaders.push(uploader);
  }
  return uploaders;
}

function noteFirst(ledger: Ledger, center: CenterCast, uploader: Uploader): void {
  const sha256 = createHash('sha256').update(center.file).digest('hex');
  ledger.sent.set(sha256, { key: '', bytes: center.file, uploader });
  ledger.acknowledged.set(center.examId, sha256);
}
