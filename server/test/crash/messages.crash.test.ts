import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type DoctorCast, makeCenter, makeDoctor, signInAdmin } from '../cast.ts';
import { type Child, startChild } from '../child.ts';
import { Client } from '../client.ts';
import { copyTemplate } from '../cluster.ts';
import { eventually } from '../leftovers.ts';
import { type SmsGateway, startSmsGateway } from '../outside/sms-gateway.ts';
import { adminLogin } from '../world.ts';

const phone = '+306900000051';
const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Νίκου', phone };

/** Security 6, R1 and R6: in the outbox, before and after the send. */
describe('a portal that is killed while it sends a code', () => {
  let gateway: SmsGateway;
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let owner: pg.Client;
  let folder: string;

  beforeEach(async () => {
    gateway = await startSmsGateway();
    database = await copyTemplate(inject('cluster'));
    folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
    owner = new pg.Client(database.connection);
    await owner.connect();
  });
  afterEach(async () => {
    await owner.end();
    await database.drop();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (options: string) =>
    startChild({
      folder,
      connection: database.connection,
      environment: {
        ADMIN_EMAIL: adminLogin.email,
        ADMIN_PASSWORD: adminLogin.password,
        SMS_URL: `${gateway.origin}/sms${options}`,
      },
    });

  const prepared = async (child: Child): Promise<DoctorCast> => {
    const admin = await signInAdmin(child);
    await makeCenter(child, admin, plan);
    return await makeDoctor({ ...child, anonymous: new Client(child.origin, child.config) }, admin, 'Doomed');
  };
  const askAt = async (child: Child, doctor: DoctorCast) => {
    const client = new Client(child.origin, child.config);
    client.sessionId = doctor.client.sessionId;
    await client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  };
  /** The dead worker's hold lapses now instead of in half a minute. */
  const lapse = () => owner.query(`UPDATE jobs SET due_at = now() WHERE state = 'running'`);
  const code = async () => {
    const { rows } = await owner.query<{ state: string; attempts: number; empty: boolean }>(
      `SELECT state, attempts, sealed IS NULL AS empty FROM outbox_messages WHERE kind = 'code'`,
    );
    return rows[0];
  };

  const isQuiet = async () => {
    const { rowCount } = await owner.query(`SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending')`);
    return rowCount === 0;
  };

  const killedAt = async (point: string, options: string) => {
    const doomed = await start(options);
    const doctor = await prepared(doomed);
    await eventually(isQuiet); // the code's is the next message
    await doomed.crashAt(`${point}:1`);
    await askAt(doomed, doctor).catch(() => undefined); // the answer may be lost with the process
    await doomed.ended;
    expect(await code()).toMatchObject({ state: 'sending', attempts: 1, empty: false });
    const survivor = await start(options);
    await lapse();
    return survivor;
  };

  it.each([
    ['message-begun', 0],
    ['message-sent', 1],
  ])('has not sent it twice: %s', async (point, sent) => {
    const survivor = await killedAt(point, '');
    await eventually(async () => (await code())?.state === 'uncertain');
    expect(await code()).toEqual({ state: 'uncertain', attempts: 1, empty: true });
    expect(gateway.calls).toHaveLength(sent);
    await survivor.close();
  });

  it.each([
    ['message-begun', 1],
    ['message-sent', 2],
  ])('sends it by the same key where the gateway promises to know it: %s', async (point, calls) => {
    const survivor = await killedAt(point, '#deduplicates=yes');
    await eventually(async () => (await code())?.state === 'sent');
    expect(gateway.calls).toHaveLength(calls);
    expect(new Set(gateway.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await survivor.close();
  });
});
