import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** The administrator's alarms, and the patient's choice to get daily access notices. */

const test = testWithFixtures(46);

test('shows a doctor’s paused requests on the administrator’s dashboard, and resumes them', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const t = createTextTranslator('alarms', 'el');
  const [doctor] = await fixtures.admin.call(routes.admin.doctors, {});
  await testApp.superuser.query(
    `INSERT INTO alarms (id, kind, subject, doctor_id) VALUES ($1, 'codes_burnt', 'doctor:' || $2, $2::uuid)`,
    [randomUUID(), doctor?.id],
  );
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390, height: 844 });
  await page.goto('/admin/dashboard');
  await expect(page.getByText(t('titles.codes_burnt'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^${t('resume')}`) }).click();
  await expect(page.getByText(t('resumed')).first()).toBeVisible();
  // The fixtures' own sign-ins may raise other alarms meanwhile.
  await expect(page.getByText(t('titles.codes_burnt'), { exact: true })).toBeHidden();
});

test('leads from an alarm about a payment to the account in Billing', async ({ testApp, fixtures, browser }) => {
  const t = createTextTranslator('alarms', 'en');
  const { rows } = await testApp.superuser.query<{ userId: string }>(
    `INSERT INTO alarms (id, kind, subject, user_id)
     SELECT gen_random_uuid(), 'payments', 'account:' || user_id, user_id FROM medical_centers WHERE center_id = $1
     RETURNING user_id AS "userId"`,
    [fixtures.center.centerId],
  );
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto('/admin/dashboard');
  const alarm = page.getByRole('listitem').filter({ hasText: t('titles.payments') });
  await alarm.getByRole('link', { name: t('billing') }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/billing/${rows[0]?.userId}`));
});

test('lets an administrator mark what an account opened as usual', async ({ testApp, fixtures, browser }) => {
  const t = createTextTranslator('alarms', 'el');
  await testApp.superuser.query(
    `WITH alarm AS (INSERT INTO alarms (id, kind, subject, user_id, count)
       SELECT gen_random_uuid(), 'unusual_access', 'account:' || user_id, user_id, 150 FROM medical_centers
       WHERE center_id = $1 RETURNING subject, count)
     INSERT INTO access_counts (subject, day, count, is_unusual)
     SELECT subject, (app_now() AT TIME ZONE 'UTC')::date, count, true FROM alarm`,
    [fixtures.center.centerId],
  );
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390, height: 844 });
  await page.goto('/admin/dashboard');
  await expect(page.getByText(t('titles.unusual_access'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^${t('usual')}`) }).click();
  await expect(page.getByText(t('markedUsual')).first()).toBeVisible();
  await expect(page.getByText(t('titles.unusual_access'), { exact: true })).toBeHidden();
  const { rows } = await testApp.superuser.query('SELECT usual_count FROM access_counts WHERE is_unusual');
  expect(rows).toEqual([{ usual_count: 150 }]);
});

test('tells a held center why it cannot sign in, until an administrator releases it by keyboard', async ({
  startOwnApp,
  browser,
}) => {
  const { testApp } = await startOwnApp({ OPERATOR_EMAIL: 'help@example.gr' });
  const { admin, center } = await createFixtures(testApp, 47);
  const t = createTextTranslator('alarms', 'el');
  const signIn = async () => {
    const page = await openPage(browser, testApp, null, { language: 'el', width: 390, height: 844 });
    await page.goto('/auth/medical-center/login');
    await page.getByLabel(createTextTranslator('common', 'el')('field.centerId')).fill(center.centerId);
    await page.locator('input[type=password]').fill(center.password);
    await page.keyboard.press('Enter');
    return page;
  };
  await testApp.superuser.query(
    `WITH held AS (UPDATE users SET held_at = now() WHERE email = $1 RETURNING id)
     INSERT INTO alarms (id, kind, subject, user_id, count, network, held_at)
     SELECT gen_random_uuid(), 'mass_access', 'session:feedfeedfeedfeed', id, 312, '198.51.100.0/24', now() FROM held`,
    [center.email],
  );
  const refused = await signIn();
  await expect(refused.getByText(createTextTranslator('faults', 'el')('account_held')).first()).toBeVisible();
  await expect(refused.getByText('help@example.gr')).toBeVisible();
  await expectAccessible(refused);

  const page = await openPage(browser, testApp, admin, { language: 'el', width: 390, height: 844 });
  await page.goto('/admin/dashboard');
  await expect(page.getByText(t('titles.mass_access'), { exact: true })).toBeVisible();
  for (const part of [t('heldText'), 'Ιατρική Αιγαίου 47', center.email, t('network', { network: '198.51.100.0/24' })])
    await expect(page.getByText(part)).toBeVisible();
  await expectAccessible(page);
  const users = await openPage(browser, testApp, admin, { language: 'el', width: 390, height: 844 });
  await users.goto('/admin/users');
  const held = users.getByText(createTextTranslator('admin', 'el')('accounts.held'), { exact: true });
  await expect(held).toHaveCount(1);
  await expectAccessible(users);
  await page.getByRole('button', { name: `${t('markSeen')}, Ιατρική Αιγαίου 47` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('seenHeld')).first()).toBeVisible();
  const release = page.getByRole('button', { name: `${t('release')}, Ιατρική Αιγαίου 47` });
  await release.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('released')).first()).toBeVisible();
  await expect(held).toHaveCount(0); // the open list follows
  await expect(page.getByRole('heading', { name: t('title') })).toBeHidden();
  await expect(await signIn()).toHaveURL(/\/medical-center\/dashboard/);
});

test('saves a patient’s choice of daily access notices', async ({ testApp, fixtures, browser }) => {
  const t = createTextTranslator('consent', 'el');
  const page = await openPage(browser, testApp, null, { language: 'el', width: 390, height: 844 });
  await page.goto(`/consent#${fixtures.links.granted}`);
  const checkbox = page.getByRole('checkbox', { name: t('accessNotice.title') });
  await expect(checkbox).not.toBeChecked();
  await page.getByText(t('accessNotice.title')).click();
  await expect(checkbox).toBeChecked();
  await expect
    .poll(
      async () =>
        (await fixtures.admin.call(routes.patientAccess.lookup, { body: { accessToken: fixtures.links.granted } }))
          .records[0]?.tellLooks,
    )
    .toBe(true);
  await expectAccessible(page);
});
