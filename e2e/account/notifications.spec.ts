import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

test('chooses in Greek, on a phone and by keyboard, which mails come to a doctor', async ({ testApp, browser }) => {
  const doctor = await createDoctor(
    { ...testApp, anonymous: new Client(testApp.origin, testApp.config) },
    await signInAdmin(testApp),
    'Notified',
  );
  const page = await openPage(browser, testApp, doctor.client, { width: 390, height: 844, language: 'el' });
  await page.goto('/account');
  await page.getByRole('link', { name: 'Επιλογή e-mail' }).click();
  await page.waitForURL('**/account/notifications');
  const exams = page.getByRole('radiogroup', { name: 'Έρχεται νέα εξέταση' });
  await expect(exams.getByRole('radio', { name: 'Μία φορά την ημέρα' })).toBeChecked();
  await expect(page.getByText(/Ασφάλεια του λογαριασμού σας/)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await exams.getByRole('radio', { name: 'Μία φορά την ημέρα' }).focus();
  await page.keyboard.down('ArrowRight'); // moving the focus selects while the key is down
  await expect(exams.getByRole('radio', { name: 'Ποτέ' })).toBeFocused();
  await page.keyboard.up('ArrowRight');
  await expect(page.getByText('Αποθηκεύτηκε: ποτέ').first()).toBeVisible();
  await page.reload();
  await expect(exams.getByRole('radio', { name: 'Ποτέ' })).toBeChecked();
  const granted = page.getByRole('radiogroup', { name: 'Ασθενής σάς δίνει πρόσβαση' });
  await expect(granted.getByRole('radio', { name: 'Αμέσως' })).toBeChecked();
});
