import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { alarmsText } from '@medcloud/web/src/text/alarms.ts';
import { consentText } from '@medcloud/web/src/text/consent.ts';
import { translatorOf } from '@medcloud/web/src/text/translate.ts';
import { accessible } from './accessible.ts';
import { expect, testOnStage } from './portal.ts';
import { pageOf } from './signed-in.ts';

/** What watches over consent, on the screens: the administrator's alarms, and the patient's wish to be told who looked. */

const test = testOnStage(46);

test('the administrator finds a doctor’s paused requests on the dashboard, and lets them go on', async ({
  portal,
  stage,
  browser,
}) => {
  const t = translatorOf(alarmsText, 'el');
  const [doctor] = await stage.admin.call(routes.admin.doctors, {});
  await portal.house.portal.db.pool.query(`INSERT INTO alarms (id, kind, doctor_id) VALUES ($1, 'codes_burnt', $2)`, [
    randomUUID(),
    doctor?.id,
  ]);
  const page = await pageOf(browser, portal, stage.admin, { language: 'el', width: 390, height: 844 });
  await page.goto('/admin/dashboard');
  await expect(page.getByText(t('codes_burnt'), { exact: true })).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: new RegExp(`^${t('resume')}`) }).click();
  await expect(page.getByText(t('resumed')).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: t('title') })).toBeHidden();
});

test('a patient ticks to be told who looks, and the link remembers', async ({ portal, stage, browser }) => {
  const t = translatorOf(consentText, 'el');
  const page = await pageOf(browser, portal, null, { language: 'el', width: 390, height: 844 });
  await page.goto(`/consent#${stage.links.granted}`);
  const wish = page.getByRole('checkbox', { name: t('tell.title') });
  await expect(wish).not.toBeChecked();
  await page.getByText(t('tell.title')).click();
  await expect(wish).toBeChecked();
  await expect
    .poll(
      async () =>
        (await stage.admin.call(routes.patientAccess.lookup, { body: { accessToken: stage.links.granted } })).records[0]
          ?.tellLooks,
    )
    .toBe(true);
  await accessible(page);
});
