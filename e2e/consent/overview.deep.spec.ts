import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, requestConsentLink } from '@medcloud/server/test/harness/fixtures.ts';
import { codeIn } from '@medcloud/server/test/harness/outbox.ts';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { consentPath } from '../harness/visits.ts';
import { expect, test } from '../test-app.ts';

/** All permissions of a phone, in Greek on a phone. */
test('extends and stops each permission of the phone, and closes when its 20 minutes are over', async ({
  testApp,
  browser,
}) => {
  const t = createTranslators('el');
  const { center, admin, links } = await createFixtures(testApp, 82);
  const phone = center.patient.phone ?? '';
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, admin, 'second82');
  const accessToken = await requestConsentLink(app, doctor, phone);
  await app.anonymous.call(routes.patientAccess.respond, { body: { accessToken, response: 'grant', days: 7 } });
  const page = await openPage(browser, testApp, null, { language: 'el', width: 390, height: 844 });
  await page.goto(consentPath(links.granted));
  const open = async () => {
    const before = await testApp.outbox.countSms(phone);
    await page.getByRole('button', { name: t.consent('overview.open') }).click();
    const input = page.getByRole('dialog').getByLabel(t.consent('code.label'));
    await input.fill(codeIn((await testApp.outbox.nextSms(phone, before)).text));
    await input.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('overview.title'));
  };
  await open();
  // the newest first, and its end and both acts on the first screen
  const [first] = await page.getByRole('main').getByRole('listitem').all();
  if (!first) throw new Error('The list is empty.');
  await expect(first.getByRole('heading')).toContainText('secondic');
  const change = first.getByRole('button', { name: t.consent('changeConsent.change') });
  const { y = 0, height = 0 } = (await change.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(844);
  await change.click();
  await first.getByRole('radio', { name: t.consent('ask.days', { count: 365 }) }).press('Space');
  await first.getByRole('button', { name: t.consent('change.save') }).click();
  await expect(first.getByRole('status')).toHaveText(t.consent('change.done'));
  const [patient] = await doctor.client.call(routes.doctor.accessiblePatients, {});
  expect(Date.parse(patient?.expiresAt ?? '') - testApp.clock.now().getTime()).toBeGreaterThan(363 * 86_400_000);
  const stop = async (left: number) => {
    await page
      .getByRole('button', { name: t.consent('changeConsent.stop') })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t.consent('changeConsent.stop') })
      .click();
    await expect(page.getByRole('button', { name: t.consent('changeConsent.stop') })).toHaveCount(left);
  };
  await stop(1);
  await testApp.superuser.query(
    `UPDATE link_codes SET used_at = used_at - interval '21 minutes' WHERE token_hash = sha256($1)`,
    [Buffer.from(links.granted)],
  );
  await stop(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('overview.closed'));
  await expectAccessible(page);
  await page.getByRole('button', { name: t.consent('overview.back') }).click();
  // the access is still active, on the page of its own link too
  await expect(page.getByRole('button', { name: t.consent('changeConsent.stop') })).toHaveCount(1);
  await testApp.superuser.query(
    `UPDATE link_codes SET created_at = created_at - interval '2 minutes' WHERE token_hash = sha256($1)`,
    [Buffer.from(links.granted)],
  );
  await open();
  await stop(0);
  await expect(page.getByText(t.consent('overview.none'))).toBeVisible();
  await expect(page.getByText(t.consent('overview.allKinds'))).toHaveCount(2);
  // a reload forgets the secret, which the page alone has
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('state.revoked'));
  await page.context().close();
});
