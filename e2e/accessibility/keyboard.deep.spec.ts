import { readFile } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, requestConsentLink } from '@medcloud/server/test/harness/fixtures.ts';
import { codeIn } from '@medcloud/server/test/harness/outbox.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Browser, Page } from '@playwright/test';
import { chosenOption } from '../harness/choose-option.ts';
import { createKeyboard, type Keyboard } from '../harness/keyboard.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, type StandaloneApp, testWithFixtures } from '../test-app.ts';

/** Registers, uploads, requests, grants, approves and renews with the keyboard only. */

const t = createTranslators('en');

const test = testWithFixtures(61);

interface KeyboardSetting {
  testApp: StandaloneApp;
  browser: Browser;
}

/** Opens a page as a client, runs the script, and expects that no mouse event occurred. */
async function runWithKeyboard(
  { testApp, browser }: KeyboardSetting,
  client: Client | null,
  address: string,
  script: (page: Page, keyboard: Keyboard) => Promise<void>,
): Promise<void> {
  const page = await openPage(browser, testApp, client);
  const keyboard = await createKeyboard(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await script(page, keyboard);
  expect(await keyboard.listMouseEvents()).toEqual([]);
  await page.context().close();
}

const withAnonymous = (testApp: StandaloneApp) => ({
  ...testApp,
  anonymous: new Client(testApp.origin, testApp.config),
});

test('registers a patient by keyboard only', async ({ testApp, browser, fixtures }) => {
  await runWithKeyboard(
    { testApp, browser },
    fixtures.center.client,
    screens.centerPatients,
    async (page, keyboard) => {
      const register = page.getByRole('button', { name: t.center('patients.register') });
      const dialog = page.getByRole('dialog', { name: t.center('registration.title') });
      const field = (name: string) => dialog.getByLabel(name);
      const lastName = field(t.center('registration.lastName'));

      // the first tab stop of every page skips the navigation
      await keyboard.press('Tab');
      await keyboard.expectFocus(page.getByRole('link', { name: t.common('shell.skip') }));
      await keyboard.press('Enter');
      await keyboard.tabTo(register);
      await keyboard.press('Space');
      await keyboard.expectFocus(lastName);
      await keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await keyboard.expectFocus(register);

      await keyboard.press('Enter');
      await keyboard.type('Αντωνίου');
      await keyboard.press('Escape');
      await keyboard.expectFocus(page.getByRole('button', { name: t.frame('leave.stay') }));
      await keyboard.press('Enter');
      await keyboard.expectFocus(lastName); // the typed text stays
      await keyboard.press('Enter');
      await keyboard.expectFocus(field(t.center('registration.firstName')));
      await keyboard.type('Ζωή');
      await keyboard.tabTo(field(t.center('registration.birthDate')));
      await keyboard.type('05051950');
      const gender = dialog.getByRole('combobox', { name: t.common('field.gender') });
      await keyboard.tabTo(gender);
      await expect(chosenOption(gender)).toHaveText(t.common('action.choose'));
      await keyboard.press('ArrowDown');
      await expect(chosenOption(gender)).toHaveText(t.common('gender.Male'));
      await keyboard.press('ArrowDown');
      await expect(chosenOption(gender)).toHaveText(t.common('gender.Female'));
      await keyboard.expectFocus(gender);
      await keyboard.tabTo(dialog.getByRole('button', { name: t.center('patients.register') }));
      await keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(t.center('registration.registered')).first()).toBeVisible();
      await keyboard.expectFocus(register);
      await expect(page.getByRole('row').filter({ hasText: 'Αντωνίου Ζωή' })).toBeVisible();
    },
  );
});

test('uploads an exam by keyboard only', async ({ testApp, browser, fixtures }) => {
  const file = tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: 62 });
  await runWithKeyboard({ testApp, browser }, fixtures.center.client, screens.centerUpload, async (page, keyboard) => {
    // Playwright cannot answer the picker that returns file handles
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
    const chooser = page.waitForEvent('filechooser'); // before the key press: from then on the browser asks the test for the file
    await keyboard.tabTo(page.getByRole('button', { name: t.uploadPage('browse') }));
    await keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'thorax.dcm', mimeType: 'application/dicom', buffer: file });
    await expect(page.getByText('thorax.dcm')).toBeVisible();
    await keyboard.tabTo(page.getByRole('combobox', { name: t.uploadPage('patient') }));
    await keyboard.type('papadopoulou');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.expectFocus(page.getByRole('button', { name: t.uploadPage('patientClear') }));
    const type = page.getByRole('combobox', { name: t.common('field.examType') });
    await keyboard.tabTo(type);
    await keyboard.press('ArrowDown');
    await expect(chosenOption(type)).toHaveText(t.common('examType.mri'));
    await keyboard.type('c');
    await expect(chosenOption(type)).toHaveText(t.common('examType.ct'));
    await keyboard.expectFocus(type);
    await keyboard.tabTo(page.getByLabel(t.uploadPage('date')));
    await keyboard.type('11112025');
    await keyboard.tabTo(page.getByRole('button', { name: t.uploadPage('submit'), exact: true }));
    await keyboard.press('Enter');
    await expect(page.getByText('Upload Successful').first()).toBeVisible();
    await expect(page.getByText('Medical exam has been uploaded successfully.').first()).toBeVisible();
  });
  const exams = await fixtures.center.client.call(routes.center.examHistory, {
    query: { patientSearch: 'papadopoulou' },
  });
  expect(exams.map(({ fileName }) => fileName)).toContain('thorax.dcm');
});

test('requests access and enters the code by keyboard only', async ({ testApp, browser, fixtures }) => {
  const doctor = await createDoctor(withAnonymous(testApp), fixtures.admin, 'Typing');
  const phone = '+306900006110';
  const before = await testApp.outbox.countSms(phone);
  await runWithKeyboard({ testApp, browser }, doctor.client, screens.doctorPatients, async (page, keyboard) => {
    await keyboard.tabTo(page.getByLabel(t.doctor('patients.phone.label')));
    await keyboard.press('Enter');
    await expect(page.getByText(t.doctor('patients.phone.emptyTitle')).first()).toBeVisible();
    await keyboard.expectFocus(page.getByLabel(t.doctor('patients.phone.label')));
    await keyboard.type('6900006110');
    await keyboard.press('Enter');
    await expect(page.getByText(t.doctor('patients.phone.sentTitle')).first()).toBeVisible();
    await keyboard.expectFocus(page.getByLabel(t.doctor('patients.code.label')));
    await keyboard.type('12');
    await keyboard.press('Enter');
    await expect(page.getByText(t.validation('otp_length')).first()).toBeVisible();
    for (const _ of '12') await keyboard.press('Backspace');
    await keyboard.type(codeIn((await testApp.outbox.nextSms(phone, before)).text));
    await keyboard.press('Enter');
    const waiting = page.getByRole('heading', { name: t.doctor('patients.waiting.title') });
    await expect(waiting).toBeVisible();
    await expect(page.getByText(t.doctor('patients.code.done')).first()).toBeVisible();
    await expect(waiting, 'focus moves to the waiting request').toBeFocused();
  });
});

test('grants access for a week and revokes it by keyboard only (T-A11Y)', async ({ testApp, browser, fixtures }) => {
  const doctor = await createDoctor(withAnonymous(testApp), fixtures.admin, 'Asker');
  const token = await requestConsentLink(withAnonymous(testApp), doctor, '+306900006110');
  await runWithKeyboard({ testApp, browser }, null, `${screens.consent}#${token}`, async (page, keyboard) => {
    const month = page.getByRole('radio', { name: /^30 days/ });
    await keyboard.tabTo(month);
    await keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: /^7 days/ })).toBeChecked();
    await keyboard.tabTo(page.getByRole('button', { name: t.consent('ask.yes') }));
    await keyboard.press('Enter');
    const granted = page.getByRole('heading', { level: 1 });
    await expect(granted).toContainText('can see your exams');
    await expect(granted).toBeFocused();

    const stop = page.getByRole('button', { name: t.consent('changeConsent.stop') });
    const question = page.getByRole('dialog');
    await keyboard.tabTo(stop);
    await keyboard.press('Enter');
    await keyboard.expectFocus(question.getByRole('button', { name: t.consent('stop.keep') }));
    await keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await keyboard.expectFocus(stop);
    await keyboard.press('Enter');
    await keyboard.tabTo(question.getByRole('button', { name: t.consent('changeConsent.stop') }));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.consent('state.revoked'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('opens the rejection dialog, closes it and approves a doctor by keyboard only', async ({
  testApp,
  browser,
  fixtures,
}) => {
  await runWithKeyboard({ testApp, browser }, fixtures.admin, screens.adminApproveDoctors, async (page, keyboard) => {
    const doctor = 'Dr. Στέλιος Βλάχος';
    const application = page.getByRole('article').filter({ hasText: fixtures.applicant }); // other applications are pending too
    const reject = application.getByRole('button', { name: t.admin('approve.rejectOf', { doctor }) });
    const question = page.getByRole('dialog', { name: t.admin('approve.rejectTitle', { doctor }) });
    await keyboard.tabTo(reject);
    await keyboard.press('Enter');
    await keyboard.expectFocus(question.getByLabel(t.common('field.reason')));
    await keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await keyboard.expectFocus(reject);
    const approve = application.getByRole('button', { name: t.admin('approve.approveOf', { doctor }) });
    await keyboard.tabTo(approve, 'Shift+Tab');
    await keyboard.press('Space');
    await expect(page.getByText(t.admin('approve.approved')).first()).toBeVisible();
    await expect(page.getByText(t.admin('approve.approvedText')).first()).toBeVisible();
    await expect(application).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), 'focus stays on the page').toBeFocused();
  });
});

test('renews a doctor for three months by keyboard only', async ({ testApp, browser, fixtures }) => {
  await runWithKeyboard({ testApp, browser }, fixtures.admin, screens.adminUsers, async (page, keyboard) => {
    await keyboard.press('/');
    await keyboard.expectFocus(page.getByRole('searchbox', { name: t.admin('users.search') }));
    await keyboard.type(fixtures.doctor.email);
    await expect(page.getByText(t.admin('users.found', { count: 1 }))).toBeVisible();
    const manage = page.getByRole('button', { name: t.admin('users.manageOf', { email: fixtures.doctor.email }) });
    await keyboard.tabTo(manage);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t.admin('subscription.title') });
    await keyboard.expectFocus(dialog.getByLabel(t.admin('subscription.startDate')));
    const period = dialog.getByRole('combobox', { name: t.admin('subscription.period') });
    await keyboard.tabTo(period);
    await expect(chosenOption(period)).toHaveText(t.admin('subscription.months', { count: 12 }));
    await keyboard.press('Home');
    await expect(chosenOption(period)).toHaveText(t.admin('subscription.months', { count: 1 }));
    await keyboard.press('ArrowDown');
    await expect(chosenOption(period)).toHaveText(t.admin('subscription.months', { count: 3 }));
    await keyboard.expectFocus(period);
    await keyboard.tabTo(dialog.getByRole('button', { name: t.admin('subscription.renew', { count: 3 }) }));
    await keyboard.press('Enter');
    await expect(page.getByText(t.admin('subscription.renewed')).first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await keyboard.expectFocus(manage);
  });
});

test('uses no mouse call and no keyboard bypass in this file', async () => {
  const source = await readFile(import.meta.filename, 'utf8');
  expect(
    source.match(/\.(click|dblclick|fill|check|uncheck|hover|focus|tap|selectOption|setInputFiles)\(/g),
  ).toBeNull();
});
