import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { createCenter, createDoctor, requestConsentLink, signInAdmin } from '../harness/fixtures.ts';
import { Outbox } from '../harness/outbox.ts';
import { type ChildApp, startChildApp } from '../harness/start-child-app.ts';
import { adminLogin } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Νίκου', phone: '+306900000077' };

describe('the notifications of a portal that is killed before their mail is sent', () => {
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let owner: pg.Client;
  let folder: string;
  let child: ChildApp;

  const start = async () => {
    const environment = {
      ADMIN_EMAIL: adminLogin.email,
      ADMIN_PASSWORD: adminLogin.password,
      NOTIFY_DOCTORS: '1',
    };
    child = await startChildApp({ folder, logins: database.logins, environment });
  };

  beforeAll(async () => {
    database = await copyTemplate(inject('cluster'));
    folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
    owner = new pg.Client(database.connection);
    await owner.connect();
    await start();
    await createCenter(child, await signInAdmin(child), plan);
  });
  afterAll(async () => {
    await child.kill();
    await owner.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const count = async (statement: string) => (await owner.query(statement)).rowCount;

  it.each(['notifications-stored', 'message-begun'])('sends one mail after a kill at %s', async (point) => {
    const outbox = new Outbox(child.config, { now: () => new Date() });
    const endpoint = { ...child, outbox, anonymous: new Client(child.origin, child.config) };
    const doctor = await createDoctor(endpoint, await signInAdmin(child), point.replace('-', ''));
    const accessToken = await requestConsentLink(endpoint, doctor, plan.phone);
    // so the notification is the next message
    await waitUntil(
      async () => (await count(`SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending')`)) === 0,
    );
    await child.crashAt(`${point}:1`);
    const body = { accessToken, response: 'grant', days: 365 } as const;
    await endpoint.anonymous.call(routes.patientAccess.respond, { body }).catch(() => undefined); // may be lost
    await child.ended;
    const isStored = point === 'message-begun';
    const ofDoctor = `FROM notifications WHERE user_id = '${doctor.userId}'`;
    expect(await count(`SELECT 1 ${ofDoctor} AND sent_at IS ${isStored ? 'NOT' : ''} NULL`)).toBe(1);
    await owner.query(`UPDATE jobs SET due_at = now() WHERE state = 'running'`); // expires the dead worker's leases
    await start();
    const mails = async () =>
      (await outbox.mail()).filter(({ to, text }) => to === doctor.email && text.includes('/account/notifications'));
    await waitUntil(async () => (await mails()).length > 0);
    await waitUntil(
      async () => (await count(`SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending')`)) === 0,
    );
    expect(await mails()).toHaveLength(1);
    expect(await count(`SELECT 1 ${ofDoctor}`)).toBe(1);
  });
});
