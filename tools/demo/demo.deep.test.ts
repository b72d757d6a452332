import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillPath, routes } from '@medcloud/contract';
import { type App, createApp } from '@medcloud/server/src/app/create-app.ts';
import { type RestoreResult, runBackup, runRestore } from '@medcloud/server/src/commands/backup-restore.ts';
import { watchEvents } from '@medcloud/server/src/domain/alarms/watch-events.ts';
import { formatVerdict } from '@medcloud/server/src/domain/audit/chain/verdict.ts';
import { verifyChain } from '@medcloud/server/src/domain/audit/chain/verify-chain.ts';
import { type Config, readConfig } from '@medcloud/server/src/platform/config/config.ts';
import { defaultKeyPath } from '@medcloud/server/src/platform/config/key-source.ts';
import type { DatabaseLogins } from '@medcloud/server/src/platform/db/logins.ts';
import { openLog } from '@medcloud/server/src/platform/log/log.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { copyTemplate } from '@medcloud/server/test/harness/cluster.ts';
import { createFastHasher } from '@medcloud/server/test/harness/fast-passwords.ts';
import { quietJobs } from '@medcloud/server/test/harness/quiet-jobs.ts';
import { openSuperuserPool } from '@medcloud/server/test/harness/scoped-database.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { centers } from './people/centers.ts';
import { demoDoctorEmail } from './people/doctors.ts';
import { seed } from './seed.ts';
import { smallSize } from './size.ts';

const password = 'one for all of them';
const quickPasswords = createFastHasher();

/** The portal after seeding, as users find it: with the real clock and verified passwords. */
interface Demonstration {
  config: Config;
  logins: DatabaseLogins;
  superuser: pg.Pool;
  app: App;
  client(): Client;
  close(): Promise<void>;
}

async function startDemonstration(): Promise<Demonstration> {
  const database = await copyTemplate(inject('cluster'));
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-demo-'));
  const config = readConfig({ DATA_DIR: folder, PORT: '0' });
  const { logins } = database;
  const superuser = openSuperuserPool(database.connection);
  await seed({
    config,
    logins,
    superuser,
    password,
    size: smallSize,
    now: new Date(),
    passwords: quickPasswords,
    progress: () => undefined,
  });
  const app = await startApp(config, logins);
  return {
    ...{ config, logins, superuser, app },
    client: () => new Client(app.origin, config),
    close: async () => {
      await app.close();
      await superuser.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startApp(config: Config, logins: DatabaseLogins): Promise<App> {
  const parts = { logins, isTestDatabase: true, passwords: quickPasswords, hasPages: false, jobs: quietJobs };
  return await createApp(config, { ...parts, logger: openLog('silent') });
}

let demonstration: Demonstration;
beforeAll(async () => {
  demonstration = await startDemonstration();
});
afterAll(() => demonstration.close());

const admin = () =>
  demonstration.client().signIn(routes.auth.adminLogin.path, { email: 'admin@medcloud.local', password });
const doctor = () => demonstration.client().signIn(routes.auth.doctorLogin.path, { email: demoDoctorEmail, password });
const center = (centerId: string) =>
  demonstration.client().signIn(routes.auth.centerLogin.path, { centerId, password });

const count = async (text: string) => {
  const { rows } = await demonstration.superuser.query<{ key: string; n: number }>(text);
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
};

describe('the seeded demonstration', () => {
  // Must come first: the tests below sign in with clients that are new browsers of the administrator.
  it('raises no alarm but for a payment to decide and one that is disputed, although the rules count a year of its sign-ins, views and downloads', async () => {
    const counted = await count(
      `SELECT event AS key, count(*)::int AS n FROM watched_events w JOIN audit_events e ON e.id = w.event_id GROUP BY event`,
    );
    expect(Object.keys(counted)).toEqual(expect.arrayContaining(['login', 'exam_viewed', 'exam_downloaded']));
    const all = Object.values(counted).reduce((sum, each) => sum + each, 0);
    expect(await watchEvents(demonstration.app.context)).toBe(all);
    // a card payment that waits under Billing is one that the operator hears of
    expect(await count('SELECT kind AS key, count(*)::int AS n FROM alarms GROUP BY kind')).toEqual({
      payment_undecided: 1,
      payments: 1,
    });
  });

  it('accepts one password for all accounts, without a required change', async () => {
    for (const client of [
      await admin(),
      await doctor(),
      ...(await Promise.all(centers.map((each) => center(each.centerId)))),
    ]) {
      const { user } = await client.call(routes.auth.session, {});
      expect(user.mustChangePassword).toBe(false);
    }
  });

  it('has exams, patients and stored bytes in both centers, and uploads of today', async () => {
    for (const { centerId } of centers) {
      const client = await center(centerId);
      const figures = await client.call(routes.center.dashboard, {});
      expect(figures.totalPatients).toBeGreaterThan(4);
      expect(figures.totalStorage).toBeGreaterThan(1_000_000);
      expect(figures.recentUploads.length).toBeGreaterThan(4);
    }
    const { rows } = await demonstration.superuser.query(
      "SELECT 1 FROM exams WHERE uploaded_at > now() - interval '6 hours'",
    );
    expect(rows.length).toBeGreaterThan(2);
  });

  it('has doctors in every state that the portal sets', async () => {
    expect(await count('SELECT state AS key, count(*) AS n FROM doctors GROUP BY state')).toEqual({
      pending: 2,
      pending_review: 1,
      rejected: 1,
      verified: 12,
    });
    const doctors = await (await admin()).call(routes.admin.doctors, {});
    expect(new Set(doctors.map(({ subscriptionStatus }) => subscriptionStatus))).toEqual(
      new Set(['active', 'pending', 'inactive']),
    );
  });

  it('has doctors on a trial, after one that was paid for, and after one that ended', async () => {
    const client = await admin();
    const accounts = await client.call(routes.billingAdmin.accounts, {});
    const find = (email: string) => accounts.find((account) => account.email.startsWith(email));
    const trials = await count(`SELECT u.email AS key, count(*)::int AS n FROM subscription_periods p
      JOIN users u ON u.id = p.user_id WHERE p.kind = 'trial' GROUP BY u.email`);
    expect(Object.keys(trials)).toHaveLength(3);
    expect(find('markaki')).toMatchObject({ state: 'trialing' });
    expect(find('sideri')).toMatchObject({ state: 'active' });
    expect(find('kontos')).toMatchObject({ state: 'ended', owedCents: 0 });
  });

  it('has a card payment that is not what was asked, for an administrator to decide', async () => {
    const payments = await (await admin()).call(routes.billingUndecided.undecidedPayments, {});
    expect(payments).toMatchObject([{ askedCents: 48_000, cents: 45_000, currency: 'EUR', canSendBack: false }]);
  });

  it('has a card payment that its bank took back, while the doctor keeps the access', async () => {
    const client = await admin();
    const [account] = await client.call(routes.billingAdmin.accounts, { query: { search: 'lindqvist' } });
    const params = { userId: account?.userId ?? '' };
    const { payments, invoices } = await client.call(routes.billingAdmin.accountDetails, { params });
    expect(payments).toMatchObject([{ driver: 'stripe', cents: 14_997, dispute: 'open' }]);
    expect(invoices).toMatchObject([{ openCents: 14_997 }]);
    const doctors = await client.call(routes.admin.doctors, { query: { search: 'lindqvist' } });
    expect(doctors).toMatchObject([{ subscriptionStatus: 'active' }]);
  });

  it('has a transfer that its reference matched, and one to decide', async () => {
    const lines = await (await admin()).call(routes.billingBank.bankLines, { query: {} });
    expect(lines.map(({ state, cents, dues }) => ({ state, cents, likeliest: dues[0]?.name }))).toEqual([
      { state: 'proposed', cents: 48_000, likeliest: 'Δάφνη Ρούσσου' },
      { state: 'matched', cents: 14_997, likeliest: 'Ελπίδα Σιδέρη' },
    ]);
  });

  it('has a renewal that was not paid: the request expired, and nothing is owed', async () => {
    const [account] = await (await admin()).call(routes.billingAdmin.accounts, { query: { search: 'zacharias' } });
    expect(account).toMatchObject({ state: 'ended', owedCents: 0 });
    const params = { userId: account?.userId ?? '' };
    const { dues } = await (await admin()).call(routes.billingAdmin.accountDetails, { params });
    expect(dues.map(({ state }) => state)).toEqual(['expired', 'paid']);
  });

  it('has exams of every kind and state', async () => {
    const states = await count('SELECT status AS key, count(*) AS n FROM exams GROUP BY status');
    expect(states).toMatchObject({ 'needs-attention': 2, withdrawn: 3 });
    const kinds = await count('SELECT exam_type AS key, count(*) AS n FROM exams GROUP BY exam_type');
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining(['blood', 'ct', 'mri', 'ultrasound', 'xray']));
  });

  it('has a request in every state for the demonstration’s doctor', async () => {
    const { rows } = await demonstration.superuser.query<{ state: string; scope: string[] | null }>(
      `SELECT CASE WHEN a.status IN ('granted', 'pending') AND a.expires_at < now() THEN a.status || ' over' ELSE a.status END
         AS state, a.scope FROM patient_access a JOIN doctors d ON d.id = a.doctor_id JOIN users u ON u.id = d.user_id
       WHERE u.email = $1`,
      [demoDoctorEmail],
    );
    const states = new Set(rows.map(({ state }) => state));
    expect(states).toEqual(new Set(['granted', 'granted over', 'pending', 'pending over', 'denied', 'revoked']));
    expect(rows.some(({ scope }) => scope !== null)).toBe(true);
  });

  it('shows that doctor patients, figures and recent activity', async () => {
    const client = await doctor();
    const patients = await client.call(routes.doctor.accessiblePatients, {});
    expect(patients.map(({ lastName }) => lastName)).toEqual(expect.arrayContaining(['Παπαδοπούλου', 'Müller']));
    const figures = await client.call(routes.doctor.dashboard, {});
    expect(figures.patientsAccessed).toBeGreaterThan(0);
    expect(figures.examsReviewed).toBeGreaterThan(0);
    expect(figures.recentActivity.length).toBeGreaterThan(0);
  });

  it('returns a file byte for byte as uploaded', async () => {
    const client = await center('MCDEMO01');
    const [exam] = await client.call(routes.center.examHistory, { query: { examType: 'ct' } });
    const response = await client.raw('GET', fillPath(routes.portal.download.path, { id: exam?.id ?? '' }));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(exam?.fileSize ?? 0);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(exam?.sha256);
  });

  it('has conversations that are open, answered and closed', async () => {
    const states = await count('SELECT state AS key, count(*) AS n FROM support_messages GROUP BY state');
    expect(states).toEqual({ open: 3, answered: 2, closed: 3 });
  });

  it('has a year of audit events, none in the future', async () => {
    const { rows } = await demonstration.superuser.query<{ months: number; later: number }>(
      `SELECT count(DISTINCT date_trunc('month', at)) AS months, count(*) FILTER (WHERE at > now()) AS later FROM audit_events`,
    );
    expect(rows[0]?.months).toBeGreaterThan(11);
    expect(rows[0]?.later).toBe(0);
  });
});

describe('the demonstration after an online backup and a restore', () => {
  let folder: string;
  let old: Client;
  let restored: { config: Config; app: App; done: RestoreResult };
  let rowCounts: Map<string, number>;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medcloud-demo-backup-'));
    old = await center('MCDEMO01');
    const { config: from, logins } = demonstration;
    const options = { isTestDatabase: true, logger: openLog('silent') };
    await runBackup(from, { ...options, logins }, join(folder, 'backups'));
    const database = await copyTemplate({ ...inject('cluster'), template: 'template0' }); // a database without tables
    closing.push(() => database.drop());
    const config = readConfig({ DATA_DIR: join(folder, 'restored'), PORT: '0' });
    await cp(defaultKeyPath(from.dataDir), defaultKeyPath(config.dataDir), { recursive: true });
    const restoreOptions = { from: join(folder, 'backups'), writeLine: () => undefined };
    const done = await runRestore(config, { ...options, logins: database.logins }, restoreOptions);
    rowCounts = await countRows(database.connection, done); // before the portal starts, which deletes expired rows
    const app = await startApp(config, database.logins);
    closing.push(() => app.close());
    restored = { config, app, done };
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has the same number of rows in every table, and more only in tables that record the restore', () => {
    const { tables } = restored.done.manifest;
    const all = tables.reduce((sum, { rows }) => sum + rows, 0);
    expect(all).toBeGreaterThan(1_000);
    expect(restored.done.rows).toBe(all);
    const differing = tables.filter(({ name, rows }) => rowCounts.get(name) !== rows);
    expect(differing.map(({ name }) => name).filter((name) => !journalTables.includes(name))).toEqual([]);
    expect(differing.filter(({ name, rows }) => (rowCounts.get(name) ?? 0) < rows && name !== waiting)).toEqual([]);
  });

  it('has every uploaded file with its original SHA-256', async () => {
    const { verified, missing, manifest } = restored.done;
    const { rows } = await demonstration.superuser.query('SELECT 1 FROM exams');
    expect(rows.length).toBeGreaterThan(20);
    expect([verified.good, verified.bad, manifest.objects.originals]).toEqual([rows.length, [], rows.length]);
    expect(missing).toEqual({ exams: 0, originals: [] });
  });

  it('has a valid audit chain, over the year and the restore', async () => {
    const verdict = await verifyChain(restored.app.context);
    expect(verdict, formatVerdict(verdict)).toMatchObject({ fault: { kind: 'signed-on' }, restores: 1 });
    expect(verdict.records).toBeGreaterThan(11);
  });

  it('accepts sign-ins, returns the original bytes, and rejects sessions from before the backup', async () => {
    const client = new Client(restored.app.origin, restored.config);
    client.sessionId = old.sessionId;
    const dashboard = routes.center.dashboard.path;
    expect((await client.raw('GET', dashboard)).status).toBe(401);
    expect((await old.raw('GET', dashboard)).status).toBe(200); // valid in the original portal
    await client.signIn(routes.auth.centerLogin.path, { centerId: 'MCDEMO01', password });
    const exams = await client.call(routes.center.examHistory, {});
    const kinds = new Map(exams.map((exam) => [exam.examType, exam]));
    expect(kinds.size).toBeGreaterThan(2);
    for (const { id, sha256 } of kinds.values()) {
      const path = fillPath(routes.portal.download.path, { id });
      const [now, then] = await Promise.all([client, old].map((each) => each.raw('GET', path).then(hashBody)));
      expect([now, then]).toEqual([sha256, sha256]);
    }
  });
});

const hashBody = async (response: Response) =>
  createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');

/** Events that are not chained yet are chained at the end of the restore. */
const waiting = 'public.audit_unsealed';
/** Tables that record the restore itself. */
const journalTables = [
  waiting,
  'public.audit_checkpoints',
  'public.audit_events',
  'public.installation',
  'public.system_events',
];

/** Counts the rows of each table of a restored database. */
async function countRows(connection: pg.PoolConfig, { manifest }: RestoreResult): Promise<Map<string, number>> {
  const superuser = openSuperuserPool(connection);
  try {
    const counts = manifest.tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name}`);
    const { rows } = await superuser.query<{ name: string; rows: number }>(counts.join(' UNION ALL '));
    return new Map(rows.map(({ name, rows: count }) => [name, count]));
  } finally {
    await superuser.end();
  }
}
