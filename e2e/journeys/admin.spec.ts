import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { doctorLastName, signupForm } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators, type Translators } from '../harness/translators.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';
import { expectToast, figure } from './expect-toast.ts';

/** An administrator's usual tasks, by role and label: in one language in `npm test`, in both in the deep run. */

for (const [language, number] of selectByTurn(1, [
  ['en', 34],
  ['el', 35],
] as const))
  test(`completes an administrator’s day in ${language}: health, doctors, center, subscription, message, log`, async ({
    testApp,
    browser,
  }) => {
    const t = createTranslators(language);
    const fixtures = await createFixtures(testApp, number);
    const rejected = signupForm(`Refused${number}`);
    await new Client(testApp.origin, testApp.config).call(routes.auth.doctorSignup, { body: rejected });
    const page = await openPage(browser, testApp, fixtures.admin, { language });
    await viewDashboard(page, t);
    await reviewDoctors(page, t, number);
    expect((await testApp.outbox.nextMail(rejected.email, 0)).text).toContain('Not in the register');
    await createCenter(page, t, number);
    await changeCenter(page, t, number);
    await renewDoctor(page, t, fixtures);
    await answerMessage(page, t, testApp);
    await readLog(page, t);
    await page.context().close();
  });

const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });

async function viewDashboard(page: Page, t: Translators): Promise<void> {
  await page.goto(screens.adminDashboard);
  await expect(page.getByRole('heading', { level: 1, name: t.admin('dashboard.title') })).toBeVisible();
  for (const name of ['totalUsers', 'medicalCenters', 'verifiedDoctors', 'totalPatients', 'medicalExams'] as const)
    await expect(figure(page, t.admin(`dashboard.${name}`))).toHaveText(/[1-9]/);
  const health = page.getByRole('table', { name: t.operations('health.title') });
  for (const probe of ['database', 'storage', 'queue', 'sms', 'mail', 'disk', 'keys'] as const)
    await expect(health.getByRole('rowheader', { name: t.health(`probes.${probe}`) })).toBeVisible();
  await expect(page.getByText(t.operations('storage.notLocal'))).toBeVisible();
}

async function reviewDoctors(page: Page, t: Translators, number: number): Promise<void> {
  await menu(page, t.frame('navigation.adminApproveDoctors')).click();
  // until this screen is rendered, the dashboard still shows cards of the same doctors
  await expect(page.getByRole('heading', { level: 1, name: t.admin('approve.title') })).toBeVisible();
  const card = (name: string, license: string) =>
    page
      .getByRole('article')
      .filter({ hasText: t.common('doctorName', { name }) })
      .filter({ hasText: license });
  const good = card('Στέλιος Βλάχος', `ISA 0${number}`);
  const bad = card(`Ελένη ${doctorLastName(`Refused${number}`)}`, `ISA-Refused${number}`);
  await bad.getByRole('button', { name: t.admin('approve.reject') }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(t.admin('approve.rejectText'));
  await question.getByRole('button', { name: t.admin('approve.keep') }).click();
  await expect(bad).toBeVisible();
  await bad.getByRole('button', { name: t.admin('approve.reject') }).click();
  await question.getByLabel(t.common('field.reason')).fill('Not in the register');
  await question.getByRole('button', { name: t.admin('approve.rejectConfirm') }).click();
  await expectToast(page, t.admin('approve.rejected'), t.admin('approve.rejectedText'));
  await expect(bad).toHaveCount(0);
  await good.getByRole('button', { name: t.admin('approve.approve') }).click();
  await expectToast(page, t.admin('approve.approved'), t.admin('approve.approvedText'));
  await expect(good).toHaveCount(0);
}

async function createCenter(page: Page, t: Translators, number: number): Promise<void> {
  await menu(page, t.frame('navigation.adminMedicalCenterSignup')).click();
  await page.getByLabel(t.admin('center.name'), { exact: true }).fill(`Κυκλάδες ${number}`);
  await page.getByLabel(t.common('field.email')).fill(`cyclades${number}@example.gr`);
  await page.getByLabel(t.common('field.phone')).fill('2281055010');
  await page.getByLabel(t.common('field.address')).fill('Ερμού 3, Ερμούπολη');
  await page.getByRole('button', { name: t.admin('center.generate') }).click();
  await expect(page.getByLabel(t.common('field.centerId'), { exact: true })).toHaveValue(/^MC[A-Z0-9]{6}$/);
  await expect(page.getByLabel(t.common('field.password'), { exact: true })).toHaveValue(/^.{12}$/);
  await expect(page.getByText(t.admin('credentials.notYet'))).toBeVisible();
  await page.getByRole('button', { name: t.admin('center.create') }).click();
  await expectToast(page, t.admin('center.created'), t.admin('center.createdText'));
  await expect(page.getByText(t.admin('credentials.lastChance'))).toBeVisible();
  await expect(page.getByText(t.admin('credentials.fixed'))).toBeVisible();
}

async function changeCenter(page: Page, t: Translators, number: number): Promise<void> {
  await menu(page, t.frame('navigation.adminMedicalCentersInfo')).click();
  await page.getByRole('searchbox', { name: t.adminLists('info.search') }).fill(`κυκλαδες ${number}`);
  await expect(page.getByText(t.adminLists('info.found', { count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: t.adminLists('info.detailsOf', { name: `Κυκλάδες ${number}` }) }).click();
  const drawer = page.getByRole('complementary', { name: `Κυκλάδες ${number}` });
  await drawer.getByRole('button', { name: t.common('action.edit') }).click();
  const edit = page.getByRole('dialog', { name: t.adminLists('info.editTitle', { name: `Κυκλάδες ${number}` }) });
  await edit.getByLabel(t.admin('center.city')).fill('Ερμούπολη');
  await edit.getByRole('button', { name: t.adminLists('info.saveChanges') }).click();
  await expectToast(page, t.adminLists('info.saved'), t.adminLists('info.savedText'));
  await expect(drawer.getByText('Ερμού 3, Ερμούπολη', { exact: false }).first()).toBeVisible();
}

async function renewDoctor(page: Page, t: Translators, { doctor }: Fixtures): Promise<void> {
  await menu(page, t.frame('navigation.adminUsers')).click();
  await page.getByRole('searchbox', { name: t.admin('users.search') }).fill(doctor.email);
  await expect(page.getByText(t.admin('users.found', { count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: t.admin('users.manageOf', { email: doctor.email }) }).click();
  const dialog = page.getByRole('dialog', { name: t.admin('subscription.title') });
  const until = dialog.getByLabel(t.admin('subscription.endDate'));
  const before = await until.inputValue();
  await dialog.getByRole('button', { name: t.admin('subscription.renew', { count: 12 }) }).click();
  await expectToast(page, t.admin('subscription.success'), t.admin('subscription.renewed'));
  await page.getByRole('button', { name: t.admin('users.manageOf', { email: doctor.email }) }).click();
  await expect(until).toHaveValue(`${before.slice(0, -4)}${Number(before.slice(-4)) + 1}`);
  await until.fill('2020-01-01');
  await dialog.getByRole('button', { name: t.admin('subscription.update') }).click();
  await expect(dialog.getByLabel(t.admin('subscription.endDate'))).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: t.common('action.cancel') }).click();
  await page.getByRole('button', { name: t.frame('leave.leave'), exact: true }).click();
}

async function answerMessage(page: Page, t: Translators, testApp: StandaloneApp): Promise<void> {
  const before = (await testApp.outbox.mail()).filter(({ to }) => to === 'anna@example.gr').length;
  await menu(page, t.frame('navigation.adminInbox')).click();
  await page.getByRole('row').filter({ hasText: 'Ερώτηση' }).first().click();
  const message = page.getByRole('complementary');
  await expect(message.getByText('Δεν βρίσκω τις εξετάσεις μου.')).toBeVisible();
  await message.getByLabel(t.inbox('reply.label')).fill('Ανέβηκαν σήμερα το πρωί.');
  await message.getByRole('button', { name: t.inbox('reply.submit') }).click();
  await expectToast(page, t.inbox('reply.sent'), t.inbox('reply.sentText', { email: 'anna@example.gr' }));
  await expect(message.getByText(t.inbox('badge.answered'), { exact: true })).toBeVisible();
  expect((await testApp.outbox.nextMail('anna@example.gr', before)).text).toContain('Ανέβηκαν σήμερα το πρωί.');
  await message.getByRole('button', { name: t.inbox('close.submit') }).click();
  await expectToast(page, t.inbox('close.done'));
}

async function readLog(page: Page, t: Translators): Promise<void> {
  await menu(page, t.frame('navigation.adminSystemLogs')).click();
  const entries = page.getByRole('table', { name: t.operations('logs.label') }).getByRole('row');
  await chooseOption(page.getByRole('combobox', { name: t.operations('logs.level') }), t.common('status.success'));
  await expect(page).toHaveURL(/level=success/);
  await expect(entries.nth(1)).toContainText(t.common('status.success'));
  await page.getByRole('searchbox', { name: t.operations('logs.search') }).fill('no such words');
  await expect(page.getByText(t.operations('logs.noMatch'))).toBeVisible();
  await page.getByRole('tab', { name: t.operations('logs.messages') }).click();
  await expect(page.getByText(t.operations('messages.privacy'))).toBeVisible();
}
