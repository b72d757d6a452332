import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { type App, createApp } from '../../src/app/create-app.ts';
import { type RestoreResult, runRestore } from '../../src/commands/backup-restore.ts';
import { createPasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts';
import { masterKeyPath } from '../../src/domain/keys/app-keys.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { Client } from '../harness/client.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { openSuperuserPool } from '../harness/scoped-database.ts';
import { adminLogin } from '../harness/test-app.ts';

const frozen = fileURLToPath(new URL('./2026-11-23', import.meta.url));

const login = z.object({ password: z.string() });
const factsShape = z.object({
  takenAt: z.coerce.date(),
  center: login.extend({ centerId: z.string() }),
  patient: z.object({ patientId: z.string(), phone: z.string(), amka: z.string() }),
  exams: z.array(z.object({ id: z.string(), sha256: z.string(), notes: z.string().optional() })),
  doctor: login.extend({ email: z.string() }),
  consentToken: z.string(),
});

/**
 * Reads data that the release of 2026-11-23 stored (`README.md` beside it): container format, key contexts,
 * wrapped keys, backup format,  password hashes, token hashes and the audit hash chain.
 */
describe('backup of the release of 2026-11-23', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  let facts: z.infer<typeof factsShape>;
  let app: App;
  let config: Config;
  let restored: RestoreResult;
  let superuser: pg.Pool;

  beforeAll(async () => {
    facts = factsShape.parse(JSON.parse(await readFile(join(frozen, 'facts.json'), 'utf8')));
    const dataFolder = await mkdtemp(join(tmpdir(), 'medcloud-frozen-'));
    cleanups.push(() => rm(dataFolder, { recursive: true, force: true }));
    const { connection, logins, drop } = await copyTemplate({ ...inject('cluster'), template: 'template0' });
    cleanups.push(drop);
    superuser = openSuperuserPool(connection);
    cleanups.push(() => superuser.end());
    config = readConfig({ DATA_DIR: dataFolder, PORT: '0' });
    const keyFile = masterKeyPath(config.keysFolder);
    await cp(join(frozen, 'master.key'), keyFile, { recursive: true });
    const overrides = { logins, isTestDatabase: true, logger: pino({ level: 'silent' }) };
    restored = await runRestore(config, overrides, {
      from: join(frozen, 'backup'),
      confirmUnsigned: async (name) => name,
      writeLine: () => undefined,
    });
    const clock = new ShiftableClock();
    clock.advance(facts.takenAt.getTime() - Date.now());
    const passwords = createPasswordHasher({ memoryCost: 1_024, timeCost: 1 });
    app = await createApp(config, { ...overrides, clock, passwords, hasPages: false, jobs: quietJobs });
    cleanups.push(() => app.close());
  });
  afterAll(async () => {
    for (const close of cleanups.reverse()) await close();
  });

  const client = () => new Client(app.origin, config);
  const signInCenter = () => client().signIn(routes.auth.centerLogin.path, facts.center);

  it('restores with every original intact', () => {
    expect(restored.verified).toMatchObject({ good: 3, bad: [] });
  });

  it('records that the backup had no signature', async () => {
    const select = async (statement: string) => (await superuser.query(statement)).rows;
    expect(
      await select(`SELECT details -> 'unsigned' AS unsigned FROM audit_events WHERE event = 'backup_restored'`),
    ).toEqual([{ unsigned: true }]);
    expect(await select(`SELECT level FROM system_events WHERE code = 'backup-unsigned'`)).toEqual([
      { level: 'warning' },
    ]);
  });

  it('downloads each exam with its hash, for the center and for the doctor with consent', async () => {
    const doctor = await client().signIn(routes.auth.doctorLogin.path, facts.doctor);
    for (const reader of [await signInCenter(), doctor]) {
      for (const { id, sha256 } of facts.exams) {
        const response = await reader.raw('GET', `/api/download/${id}`);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
    }
  });

  it('decrypts the phone, the AMKA and the notes', async () => {
    const center = await signInCenter();
    const { patientId, phone, amka } = facts.patient;
    expect(await center.call(routes.center.patients, {})).toMatchObject([{ patientId, phone }]);
    expect(await center.call(routes.center.revealAmka, { params: { patientId } })).toEqual({ amka });
    const exams = await center.call(routes.center.examHistory, {});
    expect(exams.map(({ notes }) => notes ?? undefined)).toEqual(
      expect.arrayContaining(facts.exams.map(({ notes }) => notes)),
    );
  });

  it('opens the consent link and the inbox', async () => {
    const link = await client().json('POST', routes.patientAccess.lookup.path, { accessToken: facts.consentToken });
    expect(link.status).toBe(200);
    const admin = await client().signIn(routes.auth.adminLogin.path, adminLogin);
    const messages = await admin.call(routes.admin.supportMessages, { query: {} });
    expect(JSON.stringify(messages)).toContain('Πώς βλέπω την εξέταση;');
  });

  it('verifies the audit hash chain', async () => {
    expect(await verifyChain(app.context)).toMatchObject({ fault: { kind: 'signed-on' } });
  });
});
