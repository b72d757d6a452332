import { routes } from '@medcloud/contract';
import { messages as english } from '@medcloud/text/en/alarms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchedEvents } from '../../src/domain/alarms/rules.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

describe('the alarm job', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp({ overrides: { jobs: { ...quietJobs, alarmsEveryMs: 100 } } });
  });
  afterAll(() => testApp.close());

  it('watches exactly the events that the trigger lists', async () => {
    const { rows } = await testApp.superuser.query(
      `SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgname = 'watch_event'`,
    );
    const listed = [...String(rows[0]?.text).matchAll(/'(\w+)'::text/g)].map(([, event]) => event);
    expect(listed.toSorted()).toEqual([...watchedEvents, 'images'].toSorted()); // lists only with this detail
  });

  it('raises and mails an alarm by itself, none for an administrator’s first sign-in', async () => {
    const first = await signInAdmin(testApp);
    const waiting = async () => (await testApp.superuser.query('SELECT 1 FROM watched_events')).rows.length;
    await waitUntil(async () => (await waiting()) === 0);
    expect(await first.call(routes.admin.alarmsToSee, {})).toEqual([]);
    const second = await signInAdmin(testApp);
    const mail = await testApp.outbox.nextMail(adminLogin.email, 0);
    expect(mail.subject).toBe(english.mail.accountSubject);
    expect(await second.call(routes.admin.alarmsToSee, {})).toMatchObject([{ kind: 'new_browser' }]);
  });
});
