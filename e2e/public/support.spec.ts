import type { Language } from '@medcloud/contract/languages';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, deepTest, expect, type StandaloneApp, test } from '../test-app.ts';

/** A message from a visitor on a phone to the administrator's inbox, and the reply by mail. */

async function openLocalized(browser: Browser, language: Language, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addInitScript((chosen) => localStorage.setItem('medcloud-language', chosen), language);
  return await context.newPage();
}

deepTest(
  'sends a visitor’s message in Greek from a phone, and the administrator’s reply by mail',
  async ({ browser, startOwnApp }) => {
    const { testApp } = await startOwnApp(); // an inbox without other messages
    const admin = await openInbox(testApp, browser);
    const visitor = await openLocalized(browser, 'el', 390, 844);
    const calls: string[] = [];
    visitor.on('request', (request) => calls.push(new URL(request.url()).pathname));

    await visitor.goto(`${testApp.origin}/support`);
    await expect(visitor.getByText('Ώρα Ανατολικής Ευρώπης')).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Έναρξη συνομιλίας' }).click();
    await expect(visitor).toHaveURL(/tab=message&topic=live-chat/);
    await expect(visitor.getByText('μέσα σε 24 ώρες').first()).toBeVisible();

    await visitor.getByRole('button', { name: 'Αποστολή μηνύματος', exact: true }).click();
    await expect(visitor.getByLabel('Όνομα', { exact: true })).toBeFocused();
    await expect(visitor.getByText('Συμπληρώστε το μήνυμα')).toBeVisible();
    await visitor.getByLabel('Όνομα', { exact: true }).fill('Άννα');
    await visitor.getByLabel('E-mail').fill('anna@example.gr');
    await visitor.getByLabel('Μήνυμα', { exact: true }).fill('Δεν βρίσκω τις εξετάσεις μου.');

    // opening the help keeps the draft
    await visitor.getByRole('tab', { name: 'Βοήθεια' }).click();
    await expect(visitor.getByRole('heading', { name: 'Πρώτα βήματα' })).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByRole('tab', { name: 'Αποστολή μηνύματος' }).click();
    await expect(visitor.getByLabel('Μήνυμα', { exact: true })).toHaveValue('Δεν βρίσκω τις εξετάσεις μου.');
    await visitor.getByRole('checkbox').check();
    await visitor.getByRole('button', { name: 'Αποστολή μηνύματος', exact: true }).click();
    await expect(visitor.getByRole('heading', { name: 'Το μήνυμα στάλθηκε' })).toBeFocused();
    const reference = (await visitor.getByText(/^S-[0-9A-Z]{8}$/).textContent()) ?? '';
    await expectAccessible(visitor);
    expect(calls.filter((path) => path.startsWith('/api/')).sort()).toEqual([
      '/api/public-settings',
      '/api/support/messages',
    ]);

    // the next message opens a new form that keeps the sender
    await visitor.getByRole('button', { name: 'Αποστολή επείγοντος μηνύματος' }).click();
    await expect(visitor.getByRole('checkbox')).toBeChecked();
    await expect(visitor.getByLabel('E-mail')).toHaveValue('anna@example.gr');
    await expect(visitor.getByLabel('Μήνυμα', { exact: true })).toHaveValue('');

    await answerInInbox(admin, reference);
    const mail = await waitForMail(testApp, reference);
    expect(mail).toMatchObject({ to: 'anna@example.gr', subject: `Η απάντησή μας στο μήνυμά σας ${reference}` });
    expect(mail?.text).toContain('Ανέβηκαν σήμερα.');
  },
);

test('opens a help section by its address', async ({ testApp, browser }) => {
  const page = await openLocalized(browser, 'en', 1440, 900);
  await page.goto(`${testApp.origin}/support#trouble`);
  await expect(page.getByRole('tab', { name: 'Help Resources' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Troubleshooting' })).toBeInViewport();
  await page.getByRole('link', { name: 'Frequently asked questions' }).click();
  await expect(page.getByRole('heading', { name: 'How do I upload DICOM files?' })).toBeInViewport();
  await page.getByRole('link', { name: 'Open API documentation' }).click();
  await expect(page).toHaveURL(/\/api\/docs/);
});

async function openInbox(testApp: StandaloneApp, browser: Browser): Promise<Page> {
  const page = await openLocalized(browser, 'en', 1440, 900);
  await page.goto(`${testApp.origin}/admin/inbox`);
  await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email); // filled in by the server, on loopback only
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(page.getByText('No open messages')).toBeVisible();
  await expectAccessible(page);
  return page;
}

/** Expects the message without a reload, opens it by keyboard, and answers it. */
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
  await sheet.getByLabel('Your reply').fill('Ανέβηκαν');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await row.click();
  await expect(sheet.getByLabel('Your reply')).toHaveValue('Ανέβηκαν'); // closing the sheet keeps the draft
  await sheet.getByLabel('Your reply').fill('Ανέβηκαν σήμερα.');
  await sheet.getByRole('button', { name: 'Send reply' }).click();
  await expect(sheet.getByText('Answered')).toBeVisible();
  await expect(page.getByText('No open messages')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close message' }).click();
  await expect(sheet.getByText('Closed').first()).toBeVisible();
}

async function waitForMail(testApp: StandaloneApp, reference: string) {
  const find = async () => (await testApp.outbox.mail()).find(({ subject }) => subject.includes(reference));
  await expect.poll(find, `a mail that names ${reference}`).toBeDefined();
  return await find();
}
