import { routes } from '@medcloud/contract';
import { screenPath, screens } from '@medcloud/contract/screens';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { codeIn } from '@medcloud/server/test/harness/outbox.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { applicantPassword, createFixtures } from '../harness/create-fixtures.ts';
import { disableToastTimeout } from '../harness/disable-toast-timeout.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators, type Translators } from '../harness/translators.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';
import { expectToast, figure } from './expect-toast.ts';

/** A doctor's usual tasks, by role and label: in one language in `npm test`, in both in the deep run. */

for (const [language, number, dayNumber] of selectByTurn(0, [
  ['en', 36, 40],
  ['el', 37, 48],
] as const)) {
  test(`shows an applicant in ${language} only the pending review`, async ({ testApp, browser }) => {
    const t = createTranslators(language);
    const { applicant } = await createFixtures(testApp, number);
    const page = await openPage(browser, testApp, null, { language });
    await page.goto(screens.doctorPatients);
    await page.getByLabel(t.common('field.email')).fill(applicant);
    await page.getByLabel(t.common('field.password'), { exact: true }).fill('not the password');
    await page.getByRole('button', { name: t.auth('login.signIn'), exact: true }).click();
    await expectToast(page, t.auth('login.failed'), t.faults('invalid_credentials'));
    await page.getByLabel(t.common('field.password'), { exact: true }).fill(applicantPassword);
    await page.getByRole('button', { name: t.auth('login.signIn'), exact: true }).click();
    await expectToast(page, t.auth('login.success'), t.auth('login.doctorWelcome'));
    await expect(page.getByText(t.doctor('gate.unverified'))).toBeVisible();
    await expect(page.getByText(t.doctor('gate.unverifiedNext'))).toBeVisible();
    await expect(page.getByLabel(t.doctor('patients.phone.label'))).toHaveCount(0);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t.frame('navigation.doctorProfile') })
      .click();
    await expect(page.getByText(t.faults('doctor_not_verified'))).toBeVisible();
    await page.context().close();
  });

  test(`completes a doctor’s day in ${language}: a request, a patient’s exams, and the own account`, async ({
    testApp,
    browser,
  }) => {
    const t = createTranslators(language);
    const fixtures = await createFixtures(testApp, dayNumber);
    const phone = `69000009${dayNumber}`;
    await fixtures.center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Ίρις', lastName: 'Ζήση', dateOfBirth: '1960-01-01', gender: 'Female', phone },
    });
    const page = await openPage(browser, testApp, fixtures.doctor.client, { language });
    await page.clock.install();
    await disableToastTimeout(page);
    await page.goto(screens.doctorDashboard);
    await expect(page.getByText(t.doctor('worklist.none'))).toBeVisible();
    await expect(page.getByText(t.doctor('worklist.waitingCount', { count: 1 }))).toBeVisible();
    await expect(figure(page, t.doctor('dashboard.patients'))).toHaveText('0'); // downloaded, but never opened
    await expect(figure(page, t.doctor('dashboard.files'))).toHaveText('1');
    await expect(
      page
        .getByRole('table', { name: t.doctor('dashboard.recent') })
        .getByRole('row')
        .filter({ hasText: 'Μαρία' }),
    ).toContainText(t.doctor('dashboard.download'));
    await requestAccess(page, t, testApp, phone);
    await searchPatients(page, t);
    await openExams(page, t);
    await changeAccount(page, t);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t.frame('navigation.doctorDashboard') })
      .click();
    await expect(figure(page, t.doctor('dashboard.patients'))).toHaveText('1');
    await expect(figure(page, t.doctor('dashboard.files'))).toHaveText('2');
    await page.context().close();
  });
}

/** Enters a wrong code, resends the code after a minute, and opens a second request. */
async function requestAccess(page: Page, t: Translators, testApp: StandaloneApp, phone: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: t.doctor('dashboard.request') })
    .first()
    .click();
  const others = page.getByRole('region', { name: t.doctor('patients.requests.title') });
  await expect(others.getByText(t.doctor('patients.requests.consent'))).toBeVisible();
  await page.getByRole('button', { name: t.doctor('patients.phone.have') }).click();
  await expectToast(page, t.doctor('patients.code.firstTitle'), t.doctor('patients.code.first'));
  await page.getByLabel(t.doctor('patients.phone.label')).fill('12');
  await page.getByRole('button', { name: t.doctor('patients.phone.send') }).click();
  await expectToast(page, t.doctor('patients.phone.invalidTitle'), t.validation('phone_invalid'));
  await page.getByLabel(t.doctor('patients.phone.label')).fill(phone);
  await page.getByRole('button', { name: t.doctor('patients.phone.send') }).click();
  await expectToast(page, t.doctor('patients.phone.sentTitle'), t.doctor('patients.phone.sent'));
  const code = codeIn((await testApp.outbox.nextSms(`+30${phone}`, 0)).text);
  await page.getByLabel(t.doctor('patients.code.label')).fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: t.doctor('patients.code.verify') }).click();
  await expectToast(page, t.doctor('patients.code.failedTitle'));
  await expect(page.getByLabel(t.doctor('patients.code.label'))).toHaveValue('');
  await expect(page.getByLabel(t.doctor('patients.code.label'))).toBeFocused();

  testApp.clock.advance(61_000);
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: t.doctor('patients.code.resend'), exact: true }).click();
  await expectToast(page, t.doctor('patients.phone.sentTitle'));
  const second = codeIn((await testApp.outbox.nextSms(`+30${phone}`, 1)).text);
  await page.getByRole('button', { name: t.doctor('patients.code.other') }).click();
  await others.getByRole('button', { name: t.doctor('patients.requests.enter') }).click();
  await page.getByLabel(t.doctor('patients.code.label')).fill(second);
  await page.getByRole('button', { name: t.doctor('patients.code.verify') }).click();
  await expectToast(page, t.doctor('patients.code.doneTitle'), t.doctor('patients.code.done'));
  await expect(page.getByRole('heading', { name: t.doctor('patients.waiting.title') })).toBeVisible();
}

async function searchPatients(page: Page, t: Translators): Promise<void> {
  const search = page.getByRole('searchbox', { name: t.doctor('patients.list.search') });
  await search.fill('zisi');
  await expect(page.getByText(t.doctor('patients.list.none'))).toBeVisible();
  await page
    .getByRole('button', { name: t.common('action.clearSearch') })
    .first()
    .click();
  await search.fill('papadop');
  const row = page
    .getByRole('table', { name: t.doctor('patients.list.title') })
    .getByRole('row')
    .nth(1);
  await expect(row).toContainText(t.common('gender.Female'));
  await expect(row.locator('mark')).toHaveText('Παπαδοπ');
  await row.getByRole('link', { name: t.doctor('patients.list.viewExams') }).click();
}

async function openExams(page: Page, t: Translators): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Παπαδοπούλου Μαρία' })).toBeVisible();
  const tab = (name: string, count: number) => page.getByRole('tab', { name: `${name} ${count}`, exact: true });
  await expect(tab(t.doctor('exams.all'), 1)).toHaveAttribute('aria-selected', 'true');
  await expect(tab(t.common('examType.ct'), 1)).toBeVisible();
  await tab(t.common('examType.mri'), 0).click();
  await expect(page.getByText(t.doctor('exams.none'))).toBeVisible();
  await tab(t.common('examType.ct'), 1).click();
  await page.getByRole('button', { name: /^(?:More actions|Περισσότερες ενέργειες): / }).click();
  await page.getByRole('menuitem', { name: t.exams('details') }).click();
  await expect(page.getByRole('dialog').getByText(t.exams('fact.unknownPhysician'))).toBeVisible();
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: t.common('action.download') }).click();
  await page.getByRole('button', { name: t.content('downloadExam') }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^exam_.*\.zip$/);
  await expectToast(page, t.download('started'), t.download('startedText'));
  const backLink = page.getByRole('link', { name: t.doctor('exams.back') });
  const examsUrl = page.url();
  await backLink.click();
  await expect(page).toHaveURL(/\/patients\?.*search=papadop/);
  await page.goto(screens.doctorDashboard);
  await page.goto(examsUrl);
  await tab(t.doctor('exams.all'), 1).click();
  await backLink.click(); // the previous page was the dashboard, not the list
  await expect(page).toHaveURL(new RegExp(`${screens.doctorPatients}$`));
  await page.goto(screenPath('doctorPatientExams', { patientId: 'P-000000000' }));
  await expect(page.getByText(t.doctor('exams.failed'))).toBeVisible();
  await expect(page.getByText(t.doctor('exams.notFound'))).toBeVisible();
  await backLink.click();
  await expect(page.getByRole('heading', { level: 1, name: t.doctor('patients.title') })).toBeVisible();
}

async function changeAccount(page: Page, t: Translators): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t.frame('navigation.doctorProfile') })
    .click();
  await chooseOption(
    page.getByRole('combobox', { name: t.common('field.specialization') }),
    t.common('specialization.Other'),
  );
  await page.getByRole('button', { name: t.doctorAccount('profile.update') }).click();
  await expectToast(page, t.doctorAccount('profile.updated'), t.doctorAccount('profile.updatedText'));
  await page.getByRole('link', { name: t.doctorAccount('subscription.manage') }).click();
  await expect(page.getByText(/^RF\d\d /)).toBeVisible(); // the reference of the transfer that is owed
  await page.getByRole('button', { name: t.doctorAccount('billing.changePlan') }).click();
  const plans = page.getByRole('dialog', { name: t.doctorAccount('billing.changePlan') });
  await plans.getByRole('radio', { name: new RegExp(t.auth('signup.monthly')) }).check();
  await plans.getByRole('button', { name: t.doctorAccount('billing.changePlan') }).click();
  await expectToast(page, t.doctorAccount('change.done'));
  await contactSupport(page, t);
}

async function contactSupport(page: Page, t: Translators): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t.frame('navigation.doctorSupport') })
    .click();
  await expect(page.getByText(t.contact('hours.weekdaysTimes'))).toBeVisible();
  await page.getByLabel(t.doctorAccount('support.message'), { exact: true }).fill('Πότε έρχεται το τιμολόγιο;');
  await page.getByRole('button', { name: t.doctorAccount('support.submit') }).click();
  await expect(page.getByText(t.doctorAccount('support.sent')).first()).toBeVisible();
  await expect(page.getByText(/S-[0-9A-Z]{8}/).first()).toBeVisible();
}
