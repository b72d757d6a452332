import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { asked, type DoctorCast, makeDoctor } from '@medcloud/server/test/harness/cast.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { inTurn } from '@medcloud/server/test/harness/depth.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../portal.ts';
import { pageOf } from '../signed-in.ts';
import { setStage } from '../stage.ts';
import { type Words, wordsIn } from '../words.ts';

/** A patient's permission, given and changed and taken back on a small phone, in one language, in full in both. */

const dayMs = 86_400_000;

for (const [language, number] of inTurn(1, [
  ['en', 32],
  ['el', 33],
] as const))
  test(`a patient’s permission in ${language}: for one of two persons, narrowed, lengthened, taken back`, async ({
    portal,
    browser,
  }) => {
    const t = wordsIn(language);
    const { center, admin } = await setStage(portal, number);
    const phone = center.patient.phone ?? '';
    await center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Θωμάς', lastName: 'Παπαδόπουλος', dateOfBirth: '2015-03-01', gender: 'Male', phone },
    });
    const world = { ...portal, anonymous: new Client(portal.origin, portal.config) };
    const doctor = await makeDoctor(world, admin, `family${number}`);
    const token = await asked(world, doctor, phone);
    const page = await pageOf(browser, portal, null, { language, width: 390, height: 844 });
    await page.goto(`${screens.consent}#${token}`);
    await agreesForOne(page, t);
    expect(await namesSeenBy(doctor)).toEqual(['Μαρία']);
    await (await doctor.client.raw('GET', `/api/download/${center.examId}`)).arrayBuffer();
    await page.reload();
    await expect(page.getByText(t.consent('log.download.ct'))).toBeVisible();
    await narrows(page, t);
    await lengthens(page, t);
    const [seen] = await doctor.client.call(routes.doctor.accessiblePatients, {});
    expect(Date.parse(seen?.expiresAt ?? '') - portal.clock.now().getTime()).toBeGreaterThan(363 * dayMs);
    await takesBack(page, t);
    expect(await namesSeenBy(doctor)).toEqual([]);
    await page.context().close();
  });

async function namesSeenBy(doctor: DoctorCast): Promise<string[]> {
  const patients = await doctor.client.call(routes.doctor.accessiblePatients, {});
  return patients.map(({ firstName }) => firstName);
}

async function agreesForOne(page: Page, t: Words): Promise<void> {
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

async function narrows(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t.consent('mind.change') }).click();
  const change = page.getByRole('region', { name: t.consent('mind.change') });
  await change.getByText(t.consent('types.narrow')).click();
  await change.getByRole('checkbox', { name: t.consent('types.name.mri') }).press('Space');
  await expect(change.getByText(t.consent('types.some', { count: 6 }))).toBeVisible();
  await change.getByRole('button', { name: t.consent('change.save') }).click();
  await expect(page.getByText(t.consent('change.done'))).toBeVisible();
  const person = page.getByRole('listitem').filter({ hasText: 'Μαρία Π.' }).first();
  await expect(person).toContainText(t.consent('types.only'));
  await expect(person).not.toContainText(t.consent('types.name.mri'));
}

async function lengthens(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t.consent('mind.change') }).click();
  const change = page.getByRole('region', { name: t.consent('mind.change') });
  await change.getByRole('radio', { name: t.consent('ask.days', { count: 365 }) }).press('Space');
  await change.getByRole('button', { name: t.consent('change.save') }).click();
  await expect(change).toHaveCount(0);
  await expect(page.getByText(t.consent('change.done'))).toBeVisible();
}

async function takesBack(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t.consent('mind.stop') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.consent('stop.keep') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: t.consent('mind.stop') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.consent('stop.confirm') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('state.revoked'));
  await expect(page.getByText(t.consent('state.revokedKept'))).toBeVisible();
  await expect(page.getByRole('button', { name: t.consent('mind.stop') })).toHaveCount(0);
}
