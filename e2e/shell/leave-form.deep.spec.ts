import { screens } from '@medcloud/contract/screens';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { chooseOption } from '../harness/choose-option.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { isUnloadPrevented, leave, leaveQuestion, stay } from './leave-question.ts';

/** A dialog and the inbox with typed, unsent text ask before they are closed. */

const t = createTranslators('en');
const fixtureNumber = 64;
const test = testWithFixtures(fixtureNumber);

test('asks before a dialog is closed with unsent text, and not after it is saved', async ({
  testApp,
  browser,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  const register = page.getByRole('button', { name: t.center('patients.register') });
  const dialog = page.getByRole('dialog', { name: t.center('registration.title') });
  const lastName = dialog.getByLabel(t.center('registration.lastName'));
  await page.goto(screens.centerDashboard);
  await page.getByRole('link', { name: t.frame('navigation.centerPatients') }).click();
  await register.click();
  await expect(lastName).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await register.click();
  await lastName.fill('Λέκκας');
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: t.common('action.cancel') }).click(),
  ]) {
    // a press while the question before still fades out has no effect
    await expect(async () => {
      await close();
      await expect(leaveQuestion(page)).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await stay(page);
    await expect(leaveQuestion(page)).toHaveCount(0);
  }
  await page.goBack();
  await stay(page);
  await expect(leaveQuestion(page)).toHaveCount(0);
  await expect(page).toHaveURL(screens.centerPatients);
  await expect(lastName).toHaveValue('Λέκκας');
  await page.keyboard.press('Escape');
  await leave(page);
  await expect(dialog).toHaveCount(0);
  await expect(register).toBeFocused();

  await register.click();
  await lastName.fill('Λέκκας');
  await dialog.getByLabel(t.center('registration.firstName')).fill('Άρης');
  await dialog.getByLabel(t.center('registration.birthDate')).fill('1980-03-02');
  await chooseOption(dialog.getByRole('combobox', { name: t.common('field.gender') }), t.common('gender.Male'));
  await dialog.getByRole('button', { name: t.center('patients.register') }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Λέκκας Άρης' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(screens.centerDashboard);
  await page.context().close();
});

test('asks before the inbox is left with an unsent reply, even if its message is closed', async ({
  testApp,
  browser,
  fixturesFor,
}) => {
  await fixturesFor(fixtureNumber); // with a message
  const page = await openPage(browser, testApp, await signInAdmin(testApp));
  const reply = page.getByLabel(t.inbox('reply.label'));
  await page.goto(`${screens.adminInbox}?state=all`);
  await page.getByRole('row').nth(1).click();
  await reply.fill('We are looking into it.');
  expect(await isUnloadPrevented(page)).toBe(true);
  await page.locator('a[href^="mailto:"]').focus();
  expect(await isUnloadPrevented(page), 'a mail link does not leave the page').toBe(false);
  await page.keyboard.press('Escape');
  await expect(reply).toHaveCount(0);
  await page.getByRole('link', { name: t.frame('navigation.adminUsers') }).click();
  await stay(page);
  await page.getByRole('row').nth(1).click();
  await expect(reply).toHaveValue('We are looking into it.');
  await page.context().close();
});
