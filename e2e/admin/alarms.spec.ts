import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
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
  const t = createTextTranslator('operations.alarms', 'el');
  const [doctor] = await fixtures.admin.call(routes.admin.doctors, {});
  await testApp.superuser.query(`INSERT INTO alarms (id, kind, doctor_id) VALUES ($1, 'codes_burnt', $2)`, [
    randomUUID(),
    doctor?.id,
  ]);
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390, height: 844 });
  await page.goto('/admin/dashboard');
  await expect(page.getByText(t('codes_burnt'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^${t('resume')}`) }).click();
  await expect(page.getByText(t('resumed')).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: t('title') })).toBeHidden();
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
