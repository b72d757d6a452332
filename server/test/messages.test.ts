import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asked, makeCenter, makeDoctor, phoneA, signInAdmin } from './cast.ts';
import type { Client } from './client.ts';
import { adminLogin, openWorld, type World } from './world.ts';

const patience = { timeout: 10_000, interval: 20 };

describe('the delivery of messages', () => {
  let world: World;
  let admin: Client;
  beforeAll(async () => {
    world = await openWorld();
    admin = await signInAdmin(world);
  });
  afterAll(() => world.close());

  const list = (query: object = {}) => admin.call(routes.admin.messages, { query });
  const counts = () => admin.call(routes.admin.messageCounts, {});

  it('is shown by kind and state, newest first, without text or recipient', async () => {
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    await makeCenter(world, admin, plan);
    const doctor = await makeDoctor(world, admin, 'Asker');
    await asked(world, doctor, phoneA);
    await vi.waitFor(async () => {
      const shown = (await list()).map(({ channel, kind, state }) => `${channel} ${kind} ${state}`);
      expect(shown).toEqual(['sms consent sent', 'sms code sent', 'mail approved sent']);
    }, patience);
    const [newest] = await list();
    expect(Object.keys(newest ?? {}).toSorted()).toEqual(
      ['attempts', 'channel', 'createdAt', 'doneAt', 'id', 'kind', 'lastError', 'state'].toSorted(),
    );
    expect(newest).toMatchObject({ attempts: 0, lastError: null, doneAt: expect.any(String) });
  });

  it('does not show what was written for a number of nobody', async () => {
    const before = await list();
    const doctor = await makeDoctor(world, admin, 'Stranger');
    await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: '+306999999999' } });
    await vi.waitFor(async () => expect(await list({ state: 'sent' })).toHaveLength(before.length + 1), patience);
    expect((await list()).filter(({ channel }) => channel === 'sms')).toHaveLength(2);
    expect(await counts()).toEqual({
      sms: { waiting: 0, sent: 2, failed: 0, expired: 0, superseded: 0 },
      mail: { waiting: 0, sent: 2, failed: 0, expired: 0, superseded: 0 },
    });
  });

  it('ends a message after its last attempt: emptied, failed, and said so in the log', async () => {
    const mailFile = join(world.config.mailFolder, 'mail.ndjson');
    await rm(mailFile);
    await mkdir(mailFile); // a folder where the file should be: every append fails
    await makeDoctor(world, admin, 'Unlucky');
    const { pool } = world.house.portal.db;
    await vi.waitFor(async () => {
      world.pass(10 * 60_000); // past the longest wait between two attempts
      const { rows } = await pool.query("SELECT sealed FROM outbox_messages WHERE state = 'dead'");
      expect(rows).toEqual([{ sealed: null }]);
    }, patience);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    const [newest] = await list({ channel: 'mail' });
    expect(newest).toMatchObject({ kind: 'approved', state: 'failed', attempts: 10, lastError: 'Error EISDIR' });
    expect(await list({ state: 'failed' })).toHaveLength(1);
    const [entry] = await admin.call(routes.admin.systemLogs, { query: { source: 'mail', level: 'error' } });
    expect(entry?.message).toBe('A mail was given up after 10 attempts: Doctor approved, Error EISDIR.');
    expect(await counts()).toMatchObject({ mail: { failed: 1 } });
  });
});
