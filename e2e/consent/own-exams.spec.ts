import { routes } from '@medcloud/contract';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { consentPath } from '../harness/visits.ts';
import { expect, test } from '../test-app.ts';
import { uploadVolume } from '../viewer/upload-volume.ts';
import { enterBirthDate, enterCode } from './open-own-exams.ts';

/** A patient's own pictures by the consent link, in Greek on a phone. */
test('shows a patient the own pictures after a code and the date of birth, image by image', async ({
  testApp,
  browser,
}) => {
  const t = createTranslators('el');
  const { center, links } = await createFixtures(testApp, 97);
  await center.client.call(routes.center.changePatientViewing, { body: { days: 0 } });
  await uploadVolume(center, 5);
  const page = await openPage(browser, testApp, null, { language: 'el', width: 390, height: 844 });
  await page.goto(consentPath(links.granted));
  await enterCode(page, t, testApp, center.patient.phone ?? '');
  await enterBirthDate(page, t, '17/5/1950');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.own('list.title', { name: 'Μαρία Π.' }));
  const exams = page.getByRole('main').getByRole('listitem');
  const exam = exams.filter({ hasText: t.own('list.images', { count: 5 }) });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exam.getByRole('link', { name: t.own('list.download') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^exam_.*\.zip$/);
  await exam.getByRole('button', { name: t.own('list.open') }).click();
  const label = (number: string) => page.getByText(t.own('viewer.image', { number, count: '5' }), { exact: true });
  await expect(label('1')).toBeVisible();
  await page.getByRole('button', { name: t.own('viewer.next') }).click();
  await expect(label('2')).toBeVisible();
  await expect(page.getByRole('img', { name: /2/ })).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});
