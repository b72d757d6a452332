import { screens } from '@medcloud/contract/screens';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { isUnloadPrevented, leave, leaveQuestion, stay } from './leave-question.ts';

/** A form with typed, unsent text asks before its page is left. */

const t = createTranslators('en');
const fixtureNumber = 64;
const test = testWithFixtures(fixtureNumber);

test('asks before a page is left with an unsent message, and not after it is sent', async ({
  testApp,
  browser,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const openScreen = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const message = page.getByLabel(t.doctorAccount('support.message'), { exact: true });
  await page.goto(screens.doctorDashboard);
  await openScreen(t.frame('navigation.doctorSupport'));
  expect(await isUnloadPrevented(page)).toBe(false);
  await message.fill('The images do not load.');
  expect(await isUnloadPrevented(page)).toBe(true);

  await openScreen(t.frame('navigation.doctorProfile'));
  await expect(leaveQuestion(page)).toContainText(t.frame('leave.text'));
  await expectAccessible(page);
  await stay(page);
  await expect(leaveQuestion(page)).toHaveCount(0);
  await page.goBack();
  await expect(leaveQuestion(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(leaveQuestion(page)).toHaveCount(0);
  await page.getByRole('button', { name: t.common('shell.logOut') }).click();
  await stay(page);
  await expect(page).toHaveURL(screens.doctorSupport);
  await expect(message).toHaveValue('The images do not load.');

  await page.goBack();
  await leave(page);
  await expect(page).toHaveURL(screens.doctorDashboard);
  await page.goForward();
  await expect(message).toHaveValue('');
  await message.fill('The images do not load.');
  await openScreen(t.frame('navigation.doctorProfile'));
  await leave(page);
  await expect(page).toHaveURL(screens.doctorProfile);

  await openScreen(t.frame('navigation.doctorSupport'));
  await message.fill('The images do not load.');
  await page.getByRole('button', { name: t.doctorAccount('support.submit') }).click();
  await expect(page.getByRole('button', { name: t.doctorAccount('support.another') })).toBeVisible();
  expect(await isUnloadPrevented(page)).toBe(false);
  await openScreen(t.frame('navigation.doctorDashboard'));
  await expect(page).toHaveURL(screens.doctorDashboard);
  await page.context().close();
});
