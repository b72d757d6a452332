import { screens } from '@medcloud/contract/screens';
import { setUpAuthenticator } from '@medcloud/server/test/factors/authenticator.ts';
import { createFixtures } from '../harness/create-fixtures.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator, createTranslators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';

test('an administrator asks for the removal of a second factor, and its owner keeps it by the mail, on a phone', async ({
  testApp,
  browser,
}) => {
  const t = createTranslators('el');
  const recovery = createTextTranslator('account/recovery', 'el');
  const fixtures = await createFixtures(testApp, 99);
  await setUpAuthenticator(testApp, fixtures.doctor.client);
  const email = fixtures.doctor.email.toLowerCase();
  const phone = { language: 'el', width: 390, height: 844 } as const;

  const admin = await openPage(browser, testApp, fixtures.admin, phone);
  await admin.goto(`${screens.adminUsers}?search=${encodeURIComponent(email)}`);
  const more = admin.getByRole('button', { name: new RegExp(t.admin('accounts.moreOf', { name: '.*' })) });
  await more.click();
  await admin.getByRole('menuitem', { name: recovery('ask.item') }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: recovery('ask.submit') }).click();
  await expect(dialog.getByLabel(recovery('ask.reason'))).toBeFocused();
  await dialog.getByLabel(recovery('how.label')).selectOption('video');
  await dialog.getByLabel(recovery('ask.reason')).fill('Έχασε το κινητό');
  await dialog.getByRole('button', { name: recovery('ask.submit') }).click();
  await expect(admin.getByText(recovery('badge'))).toBeVisible();
  await more.click();
  await admin.getByRole('menuitem', { name: recovery('open.item') }).click();
  await expect(dialog.getByText('Έχασε το κινητό')).toBeVisible();
  await dialog.getByRole('button', { name: recovery('open.close') }).click();

  const sent = await testApp.outbox.mail();
  const link = /(\/auth\/reset-factors#\S+)/.exec(sent.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  const owner = await openPage(browser, testApp, null, phone);
  await owner.goto(link);
  await owner.getByRole('button', { name: recovery('page.submit') }).click();
  await expect(owner.getByRole('heading', { name: recovery('page.doneTitle') })).toBeVisible();
  await expect(admin.getByText(recovery('badge'))).toBeHidden();
  await owner.goto(screens.doctorLogin);
  await owner.goto(link);
  await owner.getByRole('button', { name: recovery('page.submit') }).click();
  await expect(owner.getByRole('heading', { name: recovery('page.deadTitle') })).toBeVisible();
});
