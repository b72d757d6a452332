import { routes } from '@medcloud/contract';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { consentPath } from '../harness/visits.ts';
import { expect, test } from '../test-app.ts';
import { uploadVolume } from '../viewer/upload-volume.ts';
import { enterBirthDate, enterCode } from './open-own-exams.ts';

/** A patient's own pictures with mouse and keys, and until the center ends it. */
test('takes three dates of birth, moves by wheel, keys and slider, and closes with the center’s permission', async ({
  testApp,
  browser,
}) => {
  const t = createTranslators('en');
  const { center, links } = await createFixtures(testApp, 96);
  await center.client.call(routes.center.changePatientViewing, { body: { days: 0 } });
  await uploadVolume(center, 6);
  const page = await openPage(browser, testApp, null, { language: 'en', width: 1440, height: 900 });
  await page.goto(consentPath(links.granted));
  await enterCode(page, t, testApp, center.patient.phone ?? '');
  await page.getByRole('button', { name: t.own('person.open') }).click();
  await expect(page.getByText(t.own('person.birthDateMissing'))).toBeVisible();
  await enterBirthDate(page, t, '17/6/1950');
  await expect(page.getByText(t.own('person.wrong', { count: 2 }))).toBeVisible();
  await expect(page.getByLabel(t.own('person.birthDate'))).toBeFocused();
  await expectAccessible(page);
  await enterBirthDate(page, t, '17 May 1950');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.own('list.title', { name: 'Μαρία Π.' }));
  await expectAccessible(page);
  const exam = page.getByRole('listitem').filter({ hasText: t.own('list.images', { count: 6 }) });
  await exam.getByRole('button', { name: t.own('list.open') }).click();
  const label = (number: string) => page.getByText(t.own('viewer.image', { number, count: '6' }), { exact: true });
  await expect(label('1')).toBeVisible();
  const picture = page.getByRole('img');
  await picture.hover();
  await page.mouse.wheel(0, 80);
  await expect(label('3')).toBeVisible();
  await page.getByRole('slider', { name: t.own('viewer.choose') }).press('End');
  await expect(label('6')).toBeVisible();
  const before = await picture.getAttribute('src');
  await page.getByLabel(t.own('viewer.windows')).selectOption('bone');
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  await page.getByRole('button', { name: t.own('viewer.larger') }).click();
  await expectAccessible(page);
  await center.client.call(routes.center.changePatientViewing, { body: { days: null } });
  await page.getByRole('button', { name: t.own('viewer.back') }).click();
  await exam.getByRole('button', { name: t.own('list.open') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.own('closed.title'));
  await page.getByRole('button', { name: t.own('back') }).click();
  await expect(page.getByRole('button', { name: t.consent('changeConsent.stop') })).toBeVisible();
  await page.context().close();
});
