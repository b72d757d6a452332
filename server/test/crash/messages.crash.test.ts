import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { isDeep } from '../harness/depth.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
} from '../harness/fixtures.ts';
import { type ChildApp, startChildApp } from '../harness/start-child-app.ts';
import { adminLogin } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type SmsGateway, startSmsGateway } from '../services/sms-gateway.ts';
import { reconnect } from './reconcile.ts';

const patientName = { firstName: 'Μαρία', lastName: 'Νίκου' };
const plan = { ...patientName, name: 'Aegean Imaging', number: 1, phone: '+306900000050' };

/** Security 6, R1 and R6: kills in the outbox, before and after the send. Each case has its own doctor and patient. */
describe('the outbox of a portal that is killed while it sends a code', () => {
  let gateway: SmsGateway;
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let owner: pg.Client;
  let folder: string;
  let center: CenterFixture | undefined;
  /** The portal that survived one case. The next case reuses it if the gateway options are the same. */
  let running: { child: ChildApp; options: string } | undefined;
  let cases = 0;

  beforeAll(async () => {
    gateway = await startSmsGateway();
    database = await copyTemplate(inject('cluster'));
    folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
    owner = new pg.Client(database.connection);
    await owner.connect();
  });
  afterAll(async () => {
    await running?.child.kill();
    await owner.end();
    await database.drop();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (options: string): Promise<ChildApp> => {
    const child = await startChildApp({
      folder,
      logins: database.logins,
      environment: {
        ADMIN_EMAIL: adminLogin.email,
        ADMIN_PASSWORD: adminLogin.password,
        SMS_URL: `${gateway.origin}/sms${options}`,
      },
    });
    running = { child, options };
    return child;
  };
  const appWith = async (options: string): Promise<ChildApp> => {
    if (running?.options === options) return running.child;
    await running?.child.close();
    return await start(options);
  };

  const createPair = async (child: ChildApp): Promise<{ doctor: DoctorFixture; phone: string }> => {
    cases += 1;
    const phone = `+30690000005${cases}`;
    const admin = await signInAdmin(child);
    center ??= await createCenter(child, admin, plan);
    const body = { ...patientName, dateOfBirth: '1950-05-17', gender: 'Female', phone } as const;
    await reconnect(center.client, child).call(routes.center.registerPatient, { body });
    const endpoint = { ...child, anonymous: new Client(child.origin, child.config) };
    return { doctor: await createDoctor(endpoint, admin, `Doomed${cases}`), phone };
  };
  const requestCodeAt = (child: ChildApp, { doctor, phone }: { doctor: DoctorFixture; phone: string }) =>
    reconnect(doctor.client, child).call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  /** Expires the dead worker's leases now instead of in 30 seconds. */
  const expireLeases = () => owner.query(`UPDATE jobs SET due_at = now() WHERE state = 'running'`);
  /** Returns the latest code message. */
  const lastCode = async () => {
    const { rows } = await owner.query<{ state: string; attempts: number; empty: boolean }>(
      `SELECT state, attempts, sealed IS NULL AS empty FROM outbox_messages WHERE kind = 'code'
       ORDER BY created_at DESC LIMIT 1`,
    );
    return rows[0];
  };

  const isQuiet = async () => {
    const { rowCount } = await owner.query(`SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending')`);
    return rowCount === 0;
  };

  const killAt = async (point: string, options: string) => {
    const crashingApp = await appWith(options);
    const pair = await createPair(crashingApp);
    await waitUntil(isQuiet); // so the code is the next message
    gateway.calls.length = 0;
    await crashingApp.crashAt(`${point}:1`);
    await requestCodeAt(crashingApp, pair).catch(() => undefined); // the response may be lost with the process
    await crashingApp.ended;
    expect(await lastCode()).toMatchObject({ state: 'sending', attempts: 1, empty: false });
    await expireLeases(); // before the next portal polls for the first time
    await start(options);
  };

  const points = isDeep ? (['message-begun', 'message-sent'] as const) : (['message-sent'] as const);

  it.each(points)('does not send the code twice: %s', async (point) => {
    await killAt(point, '');
    await waitUntil(async () => (await lastCode())?.state === 'uncertain');
    expect(await lastCode()).toEqual({ state: 'uncertain', attempts: 1, empty: true });
    expect(gateway.calls).toHaveLength(point === 'message-sent' ? 1 : 0);
  });

  // `npm test` has the same without a kill in outbound.test.ts
  it.each(isDeep ? points : [])('resends the code with the same key if the gateway deduplicates: %s', async (point) => {
    await killAt(point, '#deduplicates=yes');
    await waitUntil(async () => (await lastCode())?.state === 'sent');
    expect(gateway.calls).toHaveLength(point === 'message-sent' ? 2 : 1);
    expect(new Set(gateway.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});
