import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, deepTest, expect, type StandaloneApp, test } from '../test-app.ts';

/** A message from a stranger on a phone to the administrator's inbox, and the answer back by mail. */

async function openLocalized(browser: Browser, language: 'en' | 'el', width: number, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addInitScript((chosen) => localStorage.setItem('medcloud-language', chosen), language);
  return await context.newPage();
}

deepTest(
  'a stranger asks in Greek on a phone, and gets the administrator’s answer by mail',
  async ({ browser, startOwnApp }) => {
    const { testApp } = await startOwnApp(); // an inbox in which nobody else has written
    const admin = await openInbox(testApp, browser);
    const stranger = await openLocalized(browser, 'el', 390, 844);
    const calls: string[] = [];
    stranger.on('request', (request) => calls.push(new URL(request.url()).pathname));

    await stranger.goto(`${testApp.origin}/support`);
    await expect(stranger.getByText('Ώρα Ανατολικής Ευρώπης')).toBeVisible();
    await expectAccessible(stranger);
    await stranger.getByRole('button', { name: 'Έναρξη συνομιλίας' }).click();
    await expect(stranger).toHaveURL(/tab=message&topic=live-chat/);
    await expect(stranger.getByText('μέσα σε 24 ώρες').first()).toBeVisible();

    await stranger.getByRole('button', { name: 'Αποστολή μηνύματος', exact: true }).click();
    await expect(stranger.getByLabel('Όνομα', { exact: true })).toBeFocused();
    await expect(stranger.getByText('Γράψτε ένα μήνυμα')).toBeVisible();
    await stranger.getByLabel('Όνομα', { exact: true }).fill('Άννα');
    await stranger.getByLabel('E-mail').fill('anna@example.gr');
    await stranger.getByLabel('Μήνυμα', { exact: true }).fill('Δεν βρίσκω τις εξετάσεις μου.');

    // a look at the answers loses nothing
    await stranger.getByRole('tab', { name: 'Βοήθεια' }).click();
    await expect(stranger.getByRole('heading', { name: 'Πρώτα βήματα' })).toBeVisible();
    await expectAccessible(stranger);
    await stranger.getByRole('tab', { name: 'Αποστολή μηνύματος' }).click();
    await expect(stranger.getByLabel('Μήνυμα', { exact: true })).toHaveValue('Δεν βρίσκω τις εξετάσεις μου.');
    await stranger.getByRole('checkbox').check();
    await stranger.getByRole('button', { name: 'Αποστολή μηνύματος', exact: true }).click();
    await expect(stranger.getByRole('heading', { name: 'Το μήνυμα στάλθηκε' })).toBeFocused();
    const reference = (await stranger.getByText(/^S-[0-9A-Z]{8}$/).textContent()) ?? '';
    await expectAccessible(stranger);
    expect(calls.filter((path) => path.startsWith('/api/')).sort()).toEqual([
      '/api/public-settings',
      '/api/support/messages',
    ]);

    // the next one is a new form that still knows who writes
    await stranger.getByRole('button', { name: 'Αποστολή επείγοντος μηνύματος' }).click();
    await expect(stranger.getByRole('checkbox')).toBeChecked();
    await expect(stranger.getByLabel('E-mail')).toHaveValue('anna@example.gr');
    await expect(stranger.getByLabel('Μήνυμα', { exact: true })).toHaveValue('');

    await answerInInbox(admin, reference);
    const mail = await waitForMail(testApp, reference);
    expect(mail).toMatchObject({ to: 'anna@example.gr', subject: `Η απάντησή μας στο μήνυμά σας ${reference}` });
    expect(mail?.text).toContain('Ανέβηκαν σήμερα.');
  },
);

test('a section of the help opens by its address', async ({ testApp, browser }) => {
  const page = await openLocalized(browser, 'en', 1440, 900);
  await page.goto(`${testApp.origin}/support#trouble`);
  await expect(page.getByRole('tab', { name: 'Help Resources' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Troubleshooting' })).toBeInViewport();
  await page.getByRole('link', { name: 'Frequently asked questions' }).click();
  await expect(page.getByRole('heading', { name: 'How do I upload DICOM files?' })).toBeInViewport();
  await page.getByRole('link', { name: 'Open the API documentation' }).click();
  await expect(page).toHaveURL(/\/api\/docs/);
});

async function openInbox(testApp: StandaloneApp, browser: Browser): Promise<Page> {
  const page = await openLocalized(browser, 'en', 1440, 900);
  await page.goto(`${testApp.origin}/admin/inbox`);
  await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email); // the portal fills it in, on loopback
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await expectAccessible(page);
  return page;
}

/** The message comes by itself, is opened by the keyboard, and answered. */
async function answerInInbox(page: Page, reference: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row.getByText('Urgent')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Inbox' })).toContainText('1');
  await row.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('complementary', { name: 'Άννα' });
  await expect(sheet.getByText('Δεν βρίσκω τις εξετάσεις μου.')).toBeVisible();
  await expect(sheet.getByText('Live chat')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Your answer').fill('Ανέβηκαν');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await row.click();
  await expect(sheet.getByLabel('Your answer')).toHaveValue('Ανέβηκαν'); // the draft outlives the sheet
  await sheet.getByLabel('Your answer').fill('Ανέβηκαν σήμερα.');
  await sheet.getByRole('button', { name: 'Send answer' }).click();
  await expect(sheet.getByText('Answered')).toBeVisible();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close message' }).click();
  await expect(sheet.getByText('Closed').first()).toBeVisible();
}

async function waitForMail(testApp: StandaloneApp, reference: string) {
  const find = async () => (await testApp.outbox.mail()).find(({ subject }) => subject.includes(reference));
  await expect.poll(find, `a mail that names ${reference}`).toBeDefined();
  return await find();
}
