import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import {
  createDoctor,
  type DoctorFixture,
  doctorLastName,
  requestConsentLink,
} from '@medcloud/server/test/harness/fixtures.ts';
import { codeIn } from '@medcloud/server/test/harness/outbox.ts';
import type { Page } from '@playwright/test';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators, type Translators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';

/** Consent granted, changed and revoked on a small phone: in one language in `npm test`, in both in the deep run. */

const dayMs = 86_400_000;

for (const [language, number] of selectByTurn(1, [
  ['en', 32],
  ['el', 33],
] as const))
  test(`grants access for one of two persons in ${language}, narrows, extends and revokes it`, async ({
    testApp,
    browser,
  }) => {
    const t = createTranslators(language);
    const { center, admin } = await createFixtures(testApp, number);
    const phone = center.patient.phone ?? '';
    await center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Θωμάς', lastName: 'Παπαδόπουλος', dateOfBirth: '2015-03-01', gender: 'Male', phone },
    });
    const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
    const doctor = await createDoctor(app, admin, `family${number}`);
    const token = await requestConsentLink(app, doctor, phone);
    const page = await openPage(browser, testApp, null, { language, width: 390, height: 844 });
    await page.goto(`${screens.consent}#${token}`);
    await grantForOne(page, t);
    // the token is in the tab alone, not in the address bar, and a reload keeps it
    expect(new URL(page.url()).hash).toBe('');
    expect(await listVisibleNames(doctor)).toEqual(['Μαρία']);
    await (await doctor.client.raw('GET', `/api/download/${center.examId}`)).arrayBuffer();
    await page.reload();
    await expect(page.getByText(t.consent('log.download.ct'))).toBeVisible();
    await narrowGrant(page, t);
    await extendGrant(page, t, (before) => testApp.outbox.nextSms(phone, before), await testApp.outbox.countSms(phone));
    const [visiblePatient] = await doctor.client.call(routes.doctor.accessiblePatients, {});
    expect(Date.parse(visiblePatient?.expiresAt ?? '') - testApp.clock.now().getTime()).toBeGreaterThan(363 * dayMs);
    const other = await createDoctor(app, admin, `other${number}`);
    const otherToken = await requestConsentLink(app, other, phone);
    const patientIds = [center.patient.patientId];
    await app.anonymous.call(routes.patientAccess.respond, {
      body: { accessToken: otherToken, response: 'grant', patientIds },
    });
    await revokeAmongAll(page, t, doctorLastName(`other${number}`), (before) => testApp.outbox.nextSms(phone, before), {
      smsCount: await testApp.outbox.countSms(phone),
    });
    expect(await listVisibleNames(other)).toEqual([]);
    expect(await listVisibleNames(doctor)).toEqual(['Μαρία']);
    await revokeGrant(page, t);
    expect(await listVisibleNames(doctor)).toEqual([]);
    await page.context().close();
  });

async function listVisibleNames(doctor: DoctorFixture): Promise<string[]> {
  const patients = await doctor.client.call(routes.doctor.accessiblePatients, {});
  return patients.map(({ firstName }) => firstName);
}

async function grantForOne(page: Page, t: Translators): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('ask.title.female'));
  await page.getByRole('button', { name: t.consent('ask.yes') }).click();
  await expect(page.getByRole('alert').filter({ hasText: t.consent('ask.choosePerson') })).toBeVisible();
  await page.getByRole('checkbox', { name: /Μαρία Π\./ }).press('Space');
  await page.getByRole('radio', { name: t.consent('ask.days', { count: 7 }) }).press('Space');
  await page.getByRole('button', { name: t.consent('ask.yes') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t.consent('state.granted', { who: '' }).trim());
  await expect(page.getByText(t.consent('state.grantedSeveral'))).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Θωμάς Π.' })).toContainText(
    t.consent('state.personDenied'),
  );
}

async function narrowGrant(page: Page, t: Translators): Promise<void> {
  await page.getByRole('button', { name: t.consent('changeConsent.change') }).click();
  const change = page.getByRole('region', { name: t.consent('changeConsent.change') });
  await change.getByText(t.consent('types.narrow')).click();
  await change.getByRole('checkbox', { name: t.consent('types.name.mri') }).press('Space');
  await expect(change.getByText(t.consent('types.some', { count: 6 }))).toBeVisible();
  await change.getByRole('button', { name: t.consent('change.save') }).click();
  await expect(page.getByText(t.consent('change.done'))).toBeVisible();
  const person = page.getByRole('listitem').filter({ hasText: 'Μαρία Π.' }).first();
  await expect(person).toContainText(t.consent('types.only'));
  await expect(person).not.toContainText(t.consent('types.name.mri'));
}

/** Lengthens the grant, which needs the code that goes to the phone. */
async function extendGrant(
  page: Page,
  t: Translators,
  nextSms: (before: number) => Promise<{ text: string }>,
  smsCount: number,
): Promise<void> {
  await page.getByRole('button', { name: t.consent('changeConsent.change') }).click();
  const change = page.getByRole('region', { name: t.consent('changeConsent.change') });
  await change.getByRole('radio', { name: t.consent('ask.days', { count: 365 }) }).press('Space');
  await change.getByRole('button', { name: t.consent('change.save') }).click();
  const dialog = page.getByRole('dialog', { name: t.consent('code.title') });
  const code = codeIn((await nextSms(smsCount)).text);
  const input = dialog.getByLabel(t.consent('code.label'));
  await input.fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: t.consent('code.confirm') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t.consent('failed.codeWrong'));
  await expectAccessible(page);
  await input.fill(code);
  await input.press('Enter');
  await expect(change).toHaveCount(0);
  await expect(page.getByText(t.consent('change.done'))).toBeVisible();
}

/** Opens all permissions of the phone by a code, and stops one doctor's access there. */
async function revokeAmongAll(
  page: Page,
  t: Translators,
  doctor: string,
  nextSms: (before: number) => Promise<{ text: string }>,
  { smsCount }: { smsCount: number },
): Promise<void> {
  await page.getByRole('button', { name: t.consent('overview.open') }).click();
  const dialog = page.getByRole('dialog', { name: t.consent('code.title') });
  const input = dialog.getByLabel(t.consent('code.label'));
  await input.fill(codeIn((await nextSms(smsCount)).text));
  await input.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('overview.title'));
  const grant = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: doctor }) });
  const stop = grant.getByRole('button', { name: t.consent('changeConsent.stop') });
  await expect(page.getByRole('button', { name: t.consent('changeConsent.stop') })).toHaveCount(3);
  await expectAccessible(page);
  await stop.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.consent('changeConsent.stop') })
    .click();
  await expect(stop).toHaveCount(0);
  await page.getByRole('button', { name: t.consent('overview.back') }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t.consent('overview.title'));
}

async function revokeGrant(page: Page, t: Translators): Promise<void> {
  await page.getByRole('button', { name: t.consent('changeConsent.stop') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.consent('stop.keep') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: t.consent('changeConsent.stop') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.consent('changeConsent.stop') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('state.revoked'));
  await expect(page.getByText(t.consent('state.revokedDownloads'))).toBeVisible();
  await expect(page.getByRole('button', { name: t.consent('changeConsent.stop') })).toHaveCount(0);
}
