import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { logEvent } from '../../src/domain/system-log/log-event.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { unlimited } from '../harness/wait-until.ts';

const day = 24 * 3_600_000;

describe('GET /api/admin/system-logs', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    // the app's own logger, without output
    testApp = await startTestApp({ overrides: { logger: null }, environment: { LOG_LEVEL: 'silent' } });
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const read = (query: object = {}) => admin.call(routes.admin.systemLogs, { query });
  const codes = async (query: object = {}) => (await read(query)).map(({ code }) => code);

  it('lists the start with a message', async () => {
    await expect.poll(() => codes(), unlimited).toContain('started');
    const [started] = await read({ search: 'portal started' });
    expect(started).toMatchObject({ level: 'success', source: 'portal', code: 'started', times: 1 });
    expect(started?.message).toMatch(/^The portal started with PostgreSQL \d+/);
  });

  it('logs approvals, rejections and new centers in their transaction, without names', async () => {
    await createDoctor(testApp, admin, 'Logged');
    await testApp.anonymous.call(routes.auth.doctorSignup, { body: signupForm('Turned') });
    const [pending] = await admin.call(routes.admin.pendingDoctors, {});
    await admin.call(routes.admin.rejectDoctor, { params: { id: pending?.id ?? '' }, body: undefined });
    const body = {
      name: 'Aegean Imaging',
      email: 'center@example.gr',
      address: 'Ακτή Μιαούλη 1, Πειραιάς',
      phone: '+302105550100',
      centerId: 'MCLOG',
      password: 'initial secret',
    };
    await admin.call(routes.admin.createMedicalCenter, { body });
    const refused = admin.call(routes.admin.createMedicalCenter, { body: { ...body, name: 'Twice' } });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    const entries = await read({ source: 'accounts' });
    expect(entries.map(({ code, level }) => `${level} ${code}`)).toEqual([
      'success center-created',
      'info doctor-rejected',
      'success doctor-approved',
    ]);
    expect(JSON.stringify(await read())).not.toMatch(/Logged|Turned|Aegean|@|Μιαούλη|Σταυρίδου/);
  });

  it('logs a failed request with its route and the kind of error', async () => {
    await testApp.superuser.query('ALTER TABLE doctors RENAME TO doctors_away');
    try {
      const failed = admin.call(routes.admin.pendingDoctors, {});
      await expect(failed).rejects.toMatchObject({ status: 500 });
    } finally {
      await testApp.superuser.query('ALTER TABLE doctors_away RENAME TO doctors');
    }
    await expect
      .poll(() => read({ level: 'error' }))
      .toMatchObject([
        {
          source: 'api',
          message: 'A request failed because of a server error: /api/admin/pending-doctors, database error 42P01.',
        },
      ]);
  });

  it('searches by level, source and words in either language, ignoring accents', async () => {
    expect(await codes({ search: 'εγκριθηκε γιατρος' })).toEqual(['doctor-approved']);
    expect(await codes({ search: 'ACCOUNTS doctor approved' })).toEqual(['doctor-approved']);
    expect(await codes({ search: 'λογαριασμοι', level: 'info' })).toEqual(['doctor-rejected']);
    expect(await codes({ source: 'accounts', level: 'error' })).toEqual([]);
    expect(await codes({ search: '100%' })).toEqual([]);
  });

  it('pages newest first without repetition', async () => {
    const allEntries = await read();
    expect(allEntries.map(({ timestamp }) => timestamp)).toEqual(
      allEntries
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .reverse(),
    );
    const first = await admin.page(routes.admin.systemLogs, { query: { limit: 2 } });
    expect(first.total).toBe(String(allEntries.length));
    const second = await admin.call(routes.admin.systemLogs, { query: { limit: 2, cursor: first.nextCursor ?? '' } });
    expect([...first.rows, ...second].map(({ id }) => id)).toEqual(allEntries.slice(0, 4).map(({ id }) => id));
    await expect(read({ cursor: 'nowhere' })).rejects.toMatchObject({ status: 400, code: 'validation' });
  });

  it('deletes entries after 30 days', async () => {
    testApp.advanceClock(29 * day);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    expect(await codes()).toContain('started');
    testApp.advanceClock(2 * day);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await expect.poll(() => codes(), unlimited).not.toContain('doctor-approved');
  });

  it('records an event of a transaction during which the clock is set forward', async () => {
    const { context } = testApp.app;
    const before = testApp.clock.now().getTime();
    await context.db.within(systemScope('log'), async (tx) => {
      testApp.advanceClock(2 * day);
      await logEvent(context, tx, 'mail-sent', { kind: 'set-forward' });
    });
    const { rows } = await testApp.superuser.query<{ at: Date }>(
      `SELECT at FROM system_events WHERE params ->> 'kind' = 'set-forward'`,
    );
    expect(rows[0]?.at.getTime()).toBeLessThan(before + day);
  });
});
