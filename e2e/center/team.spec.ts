import { screens } from '@medcloud/contract/screens';
import { joinMember, memberPassword } from '@medcloud/server/test/centers/members/join-member.ts';
import { createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';

const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };

/** The labels of the navigation, in order. */
const navigation = (page: Page) => page.getByRole('navigation').getByRole('listitem');

async function linkTo(testApp: StandaloneApp, email: string): Promise<string> {
  const { text } = await testApp.outbox.nextMail(email, 0);
  return /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '';
}

async function joinAndSignIn(page: Page, link: string, signInName: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Join Ιατρική Λέσβου' })).toBeVisible();
  await expect(page.getByText(signInName)).toBeVisible();
  await expectAccessible(page);
  // the token is not left in the address
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('Password', { exact: true }).fill(memberPassword);
  await page.getByLabel('Confirm password').fill(`${memberPassword}?`);
  await page.keyboard.press('Enter');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm password').fill(memberPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You have joined Ιατρική Λέσβου' })).toBeVisible();
  await expect(page.getByText(`You can sign in now with ${signInName} or your email.`)).toBeVisible();
  await page.getByRole('button', { name: 'Go to sign in' }).click();
  await expect(page.getByLabel('Center ID')).toHaveValue(signInName);
  await page.getByLabel('Password', { exact: true }).fill(memberPassword);
  await page.keyboard.press('Enter');
}

test('an owner invites a secretary, who joins, sees what the role opens, and is suspended', async ({
  testApp,
  browser,
}) => {
  const admin = await signInAdmin(testApp);
  const phone = '+306900003810';
  const center = await createCenter(testApp, admin, { name: 'Ιατρική Λέσβου', number: 38, phone, ...person });
  const signInName = `${center.centerId}/eleni`;
  const email = 'eleni@members.example.gr';

  const owner = await openPage(browser, testApp, center.client);
  await owner.goto(screens.centerTeam);
  await expect(owner.getByText('Everybody uses the center’s own account.')).toBeVisible();
  await owner.getByRole('button', { name: 'Invite' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name', { exact: true }).fill('Ελένη Καραμήτρου');
  await dialog.getByLabel('Sign-in name').fill('eleni');
  await expect(dialog.getByText(`They sign in as ${signInName} or with their email.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Choose at least one role')).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByText('Secretary', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  const row = owner.getByRole('row', { name: 'Ελένη Καραμήτρου' });
  await expect(row).toContainText('Invited');

  const member = await openPage(browser, testApp, null);
  await joinAndSignIn(member, await linkTo(testApp, email), signInName);
  await member.waitForURL(/medical-center\/dashboard/);
  await expect(member.getByRole('banner').getByRole('button', { name: 'Ελένη Καραμήτρου' })).toBeVisible();
  await expect(navigation(member)).toHaveText([
    'Dashboard',
    'Patient Management',
    'Upload Exams',
    'Exam History',
    'Access report',
    'Team',
    'Help and support',
  ]);
  await expect(
    member
      .getByRole('progressbar', { name: 'Storage' })
      .or(member.getByText('Storage', { exact: true }))
      .first(),
  ).toBeVisible();
  await member.goto(`${screens.centerHistory}?exam=${center.examId}`);
  await member
    .getByRole('complementary')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(member.getByRole('menuitem')).toHaveText(['Series and files', 'Who saw this']);
  await member.keyboard.press('Escape');

  // the open list follows who joined
  await expect(row).toContainText('Active');
  await row.click();
  const sheet = owner.getByRole('complementary');
  await expectAccessible(owner);
  await sheet.getByRole('button', { name: 'Suspend' }).click();
  const question = owner.getByRole('dialog', { name: 'Suspend Ελένη Καραμήτρου?' });
  await expect(question).toContainText('Nothing this person did is removed.');
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toContainText('Suspended');

  await expect(member.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

test('a member for billing begins at the billing page and is told whom to ask for others', async ({
  testApp,
  browser,
}) => {
  const admin = await signInAdmin(testApp);
  const phone = '+306900003910';
  const center = await createCenter(testApp, admin, { name: 'Ιατρική Λέσβου', number: 39, phone, ...person });
  const app = { ...testApp, anonymous: center.client };
  await joinMember(app, center, ['owner'], 'maria');
  const { client } = await joinMember(app, center, ['billing'], 'nikos');
  const page = await openPage(browser, testApp, client, { language: 'el', width: 390, height: 844 });
  await page.goto(screens.centerLogin);
  await page.waitForURL(/medical-center\/billing/);
  await expect(page.getByRole('heading', { level: 1, name: 'Χρεώσεις' })).toBeVisible();
  await page.getByRole('button', { name: 'Άνοιγμα μενού' }).click();
  await expect(navigation(page)).toHaveText(['Χρεώσεις', 'Ομάδα', 'Βοήθεια και υποστήριξη']);
  await expectAccessible(page);
  await page.goto(screens.centerPatients);
  await expect(page.getByRole('heading', { name: 'Ο ρόλος σας δεν ανοίγει αυτή τη σελίδα' })).toBeVisible();
  await expect(page.getByText('Αν τη χρειάζεστε, απευθυνθείτε σε: Μέλος maria.')).toBeVisible();
  await page.goto(screens.account);
  await expect(page.getByRole('main').getByText('Μέλος nikos')).toBeVisible();
});
