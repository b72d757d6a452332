import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@medcloud/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { type House, openHouse } from '../../src/app/house.ts';
import { type Restored, restore } from '../../src/commands/keep-backup.ts';
import { openPasswords } from '../../src/domain/accounts/password.ts';
import { masterKeyPath } from '../../src/domain/keys/portal-keys.ts';
import { verifyTrail } from '../../src/domain/trail/verify-trail.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { Client } from '../harness/client.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { adminLogin } from '../harness/portal-world.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';

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
 * What the program of 2026-11-23 stored (`README.md` beside it) opens in the program of today: container format, key contexts, wrapped keys,
 * backup format, password hashes, token hashes and the audit hash chain.
 */
describe('a backup of the program of 2026-11-23', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let facts: z.infer<typeof factsShape>;
  let app: House;
  let config: Config;
  let restored: Restored;

  beforeAll(async () => {
    facts = factsShape.parse(JSON.parse(await readFile(join(frozen, 'facts.json'), 'utf8')));
    const dataFolder = await mkdtemp(join(tmpdir(), 'medcloud-frozen-'));
    closing.push(() => rm(dataFolder, { recursive: true, force: true }));
    const { connection, drop } = await copyTemplate({ ...inject('cluster'), template: 'template0' });
    closing.push(drop);
    config = readConfig({ DATA_DIR: dataFolder, PORT: '0' });
    const keyFile = masterKeyPath(config.keysFolder);
    await cp(join(frozen, 'master.key'), keyFile, { recursive: true });
    const given = { connection, testDatabase: true, logger: pino({ level: 'silent' }) };
    restored = await restore(config, given, { from: join(frozen, 'backup'), say: () => undefined });
    const clock = new ShiftableClock();
    clock.advance(facts.takenAt.getTime() - Date.now());
    const passwords = openPasswords({ memoryCost: 1_024, timeCost: 1 });
    app = await openHouse(config, { ...given, clock, passwords, pages: false, jobs: quietJobs });
    closing.push(() => app.close());
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const client = () => new Client(app.origin, config);
  const signInCenter = () => client().signIn(routes.auth.centerLogin.path, facts.center);

  it('restores with every original intact', () => {
    expect(restored.verified).toMatchObject({ good: 3, bad: [] });
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
    expect(await verifyTrail(app.portal)).toMatchObject({ fault: null });
  });
});
