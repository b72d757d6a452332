import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { sendJobs } from '../../src/domain/messages/enqueue-message.ts';
import { insertMessages } from '../../src/domain/messages/store.ts';
import { encryptText } from '../../src/platform/crypto/encrypt-value.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import type { Client } from '../harness/client.ts';
import { createCenter, createDoctor, phoneA, requestConsentLink, signInAdmin } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { unlimited } from '../harness/wait-until.ts';

describe('GET /api/admin/messages', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const list = (query: object = {}) => admin.call(routes.admin.messages, { query });
  const counts = () => admin.call(routes.admin.messageCounts, {});

  it('lists channel, kind and state, newest first, without text or recipient', async () => {
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    await createCenter(testApp, admin, plan);
    const doctor = await createDoctor(testApp, admin, 'Asker');
    await requestConsentLink(testApp, doctor, phoneA);
    const shown = async () => (await list()).map(({ channel, kind, state }) => `${channel} ${kind} ${state}`);
    await expect
      .poll(shown)
      .toEqual(['sms consent sent', 'sms code sent', 'mail approved sent', 'mail password-changed sent']);
    const [newest] = await list();
    expect(Object.keys(newest ?? {}).toSorted()).toEqual(
      ['attempts', 'channel', 'createdAt', 'doneAt', 'id', 'kind', 'lastError', 'state'].toSorted(),
    );
    expect(newest).toMatchObject({ attempts: 1, lastError: null, doneAt: expect.any(String) });
  });

  it('does not list decoys for an unknown number', async () => {
    const before = await list();
    const doctor = await createDoctor(testApp, admin, 'Stranger');
    await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: '+306999999999' } });
    await expect.poll(() => list({ state: 'sent' }), unlimited).toHaveLength(before.length + 1);
    expect((await list()).filter(({ channel }) => channel === 'sms')).toHaveLength(2);
    expect(await counts()).toEqual({
      sms: { waiting: 0, sent: 2, failed: 0, expired: 0, superseded: 0, uncertain: 0 },
      mail: { waiting: 0, sent: 3, failed: 0, expired: 0, superseded: 0, uncertain: 0 },
    });
  });

  it('sends nothing for a message that a statement of a request made up', async () => {
    const { db, queue, keys, clock, random } = testApp.app.context;
    const id = () => newId(clock, random);
    const text = JSON.stringify({ to: 'victim@example.gr', subject: 'forged', text: 'forged' });
    const made = [
      { id: id(), sealed: Buffer.from(text) },
      // a text of the portal's, encrypted for another message
      { id: id(), sealed: encryptText(keys.outbox, `outbox:${id()}`, text, random) },
      { id: id(), sealed: randomBytes(200) },
    ];
    await db.within(systemScope('support'), async (tx) => {
      for (const message of made) {
        const row = {
          ...message,
          channel: 'mail',
          kind: 'approved',
          state: 'waiting',
          otp_id: null,
          link_hash: null,
        } as const;
        await insertMessages(tx, [row], 3_600_000);
        await queue.add(tx, { kind: sendJobs.mail, payload: { id: message.id }, maxAttempts: 1 });
      }
    });
    await expect.poll(() => list({ state: 'failed' }), unlimited).toHaveLength(made.length);
    expect(await readFile(join(testApp.config.dataDir, 'outbox', 'mail.ndjson'), 'utf8')).not.toContain('forged');
  });

  it('expires a message after its time, deletes its text and logs the cause', async () => {
    const mailFile = join(testApp.config.dataDir, 'outbox', 'mail.ndjson');
    await rm(mailFile);
    await mkdir(mailFile); // a folder in place of the file: every append fails
    await createDoctor(testApp, admin, 'Unlucky');
    await expect.poll(async () => (await list())[0], unlimited).toMatchObject({ lastError: 'eisdir' });
    testApp.advanceClock(7 * 24 * 3_600_000);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await expect.poll(async () => (await list())[0], unlimited).toMatchObject({ state: 'expired' });
    const [newest] = await list({ channel: 'mail' });
    expect(newest).toMatchObject({ kind: 'approved', state: 'expired', lastError: 'eisdir' });
    expect(await list({ state: 'expired' })).toHaveLength(1);
    const [entry] = await admin.call(routes.admin.systemLogs, { query: { source: 'mail', level: 'warning' } });
    expect(entry?.message).toBe('An email expired before it could be sent: Doctor approved, the storage failed.');
    const { superuser: pool } = testApp;
    const { rows } = await pool.query("SELECT sealed FROM outbox_messages WHERE state = 'expired'");
    expect(rows).toEqual([{ sealed: null }]);
  });
});
