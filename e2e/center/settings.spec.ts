import { screens } from '@medcloud/contract/screens';
import { joinMember } from '@medcloud/server/test/centers/members/join-member.ts';
import { createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };

test('a center requires a second factor by keyboard on a phone, in Greek, and a member is asked to set one up', async ({
  testApp,
  browser,
}) => {
  const admin = await signInAdmin(testApp);
  const facts = { name: 'Ιατρική Σάμου', number: 49, phone: '+306900004910', ...person };
  const center = await createCenter(testApp, admin, facts);
  const { client } = await joinMember({ ...testApp, anonymous: center.client }, center, ['technician'], 'kostas');
  const phone = { language: 'el', width: 390, height: 844 } as const;
  const page = await openPage(browser, testApp, center.client, phone);

  // a failed load offers to try again
  const path = '**/api/medical-center/settings';
  await page.route(path, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(screens.centerSettings);
  await expect(page.getByText('Δεν ήταν δυνατή η φόρτωση των ρυθμίσεων')).toBeVisible();
  await page.unroute(path);
  await page.getByRole('button', { name: 'Δοκιμάστε ξανά' }).click();

  await expect(page.getByText('2 λογαριασμοί δεν έχουν ακόμη δεύτερο παράγοντα')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Ο λογαριασμός του κέντρου', 'Μέλος kostas']);
  const save = page.getByRole('button', { name: 'Αποθήκευση ρυθμίσεων' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: 'Προαιρετικός' }).focus();
  await page.keyboard.press('ArrowDown');
  const required = page.getByRole('radio', { name: 'Υποχρεωτικός' });
  await expect(required).toBeFocused();
  await page.keyboard.press('Space');
  await expect(required).toBeChecked();
  await expect(page.getByText('Κάθε άτομο έχει 14 ημέρες από την πρώτη σύνδεση.')).toBeVisible();
  await page.getByLabel('Μια σύνδεση χωρίς χρήση λήγει μετά από').selectOption('10 λεπτά');
  await save.press('Enter');
  await expect(page.getByText('Οι ρυθμίσεις αποθηκεύτηκαν', { exact: true })).toBeVisible();
  await expect(page.getByText('Υποχρεωτικός από')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(required).toBeChecked();
  await expect(page.getByLabel('Μια σύνδεση χωρίς χρήση λήγει μετά από')).toHaveValue('10');

  const member = await openPage(browser, testApp, client, phone);
  await member.goto(screens.centerSettings);
  await expect(member.getByRole('heading', { name: 'Ο ρόλος σας δεν ανοίγει αυτή τη σελίδα' })).toBeVisible();
  await expect(member.getByRole('link', { name: 'Ορισμός τώρα' })).toBeVisible();
});
