import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { invitationTo, joinMember } from '@medcloud/server/test/centers/members/join-member.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  examForm,
  signInAdmin,
} from '@medcloud/server/test/harness/fixtures.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';

const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
const withAnonymous = (testApp: StandaloneApp) => ({
  ...testApp,
  anonymous: new Client(testApp.origin, testApp.config),
});

let admin: Client;
let center: CenterFixture;
test.beforeAll(async ({ testApp }) => {
  admin = await signInAdmin(testApp);
  const facts = { name: 'Ιατρική Χίου', number: 21, phone: '+306900002110', ...person };
  center = await createCenter(testApp, admin, facts);
});

const sheetOf = (page: Page) => page.getByRole('complementary');

test('a doctor joins with the account that is signed in, after signing in with it', async ({ testApp, browser }) => {
  const app = withAnonymous(testApp);
  const doctor = await createDoctor(app, admin, 'joins');
  const other = await createDoctor(app, admin, 'other');
  const sentBefore = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email).length;
  const body = { email: doctor.email, displayName: 'Νίκος Δούκας', username: 'nikos', roles: ['radiologist' as const] };
  await center.client.call(routes.team.inviteMember, { body });
  const link = `${screens.invitation}#${await invitationTo(testApp, doctor.email, sentBefore)}`;

  const stranger = await openPage(browser, testApp, other.client);
  await stranger.goto(link);
  await expect(stranger.getByText(`${doctor.email} already has an account`)).toBeVisible();
  await expect(stranger.getByText(`You are signed in as ${other.email}. Log out first.`)).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('button', { name: 'Log out' }).click();
  await expect(stranger.getByRole('link', { name: 'Sign in as a doctor' })).toBeVisible();
  await stranger.getByRole('link', { name: 'Sign in at a medical center' }).click();
  await expect(stranger.getByLabel('Center ID')).toHaveValue(doctor.email);

  const page = await openPage(browser, testApp, doctor.client);
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'You have joined Ιατρική Χίου' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to sign in' }).click();
  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/medical-center\/dashboard/);
  await page.goto(screens.account);
  await expect(page.getByRole('main').getByText('Radiologist')).toBeVisible();

  await page.goto(link);
  await expect(page.getByText('This invitation is no longer valid. Ask for a new one.')).toBeVisible();
});

test('each role sees the actions that it includes', async ({ testApp, browser }) => {
  const app = withAnonymous(testApp);
  const form = examForm(center.patient.patientId, tinyDicom({ patientName: 'ΑΛΛΟΣ^ΑΝΘΡΩΠΟΣ', seed: 2_101 }));
  await center.client.raw('POST', routes.center.uploadExam.path, { body: form });
  const itemsOf = async (roles: ('technician' | 'radiologist')[], name: string) => {
    const { client } = await joinMember(app, center, roles, name);
    const page = await openPage(browser, testApp, client);
    await page.goto(`${screens.centerHistory}?exam=${center.examId}`);
    await sheetOf(page)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await expect(page.getByRole('menuitem').first()).toBeVisible(); // the menu loads when it opens
    const items = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return { page, items };
  };
  const technician = await itemsOf(['technician'], 'tech');
  expect(technician.items).toEqual(['Series and files', 'Move to another patient']);
  const radiologist = await itemsOf(['radiologist'], 'radio');
  expect(radiologist.items).toEqual(['Series and files', 'Who saw this', 'Withdraw exam']);
  await radiologist.page.goto(screens.centerPatients);
  await expect(radiologist.page.getByText('1 patient found')).toBeVisible();
  await expect(radiologist.page.getByRole('button', { name: 'Register patient' })).toBeHidden();
  await technician.page.goto(`${screens.centerPatients}?patient=${center.patient.patientId}`);
  await expect(sheetOf(technician.page).getByRole('button', { name: 'Edit details' })).toBeVisible();
  await expect(sheetOf(technician.page).getByRole('heading', { name: 'Exams' })).toBeVisible();
  await expect(sheetOf(technician.page).getByRole('heading', { name: 'Access log' })).toBeHidden();
  await technician.page.goto(screens.account);
  await expect(technician.page.getByRole('heading', { name: 'Languages' })).toBeVisible();
  await expect(technician.page.getByText('Subscription')).toBeHidden();
});

test('a role that changes meanwhile changes the open page', async ({ testApp, browser }) => {
  const { client, member } = await joinMember(withAnonymous(testApp), center, ['secretary'], 'changed');
  const page = await openPage(browser, testApp, client);
  // without the stream, the refused call itself says so
  await page.route(/\/api\/events/, (route) => route.abort());
  await page.goto(`${screens.centerPatients}?patient=${center.patient.patientId}`);
  await expect(page.getByRole('button', { name: 'Register patient' })).toBeVisible();
  const change = { params: { id: member.id }, body: { roles: ['billing' as const] } };
  await center.client.call(routes.team.changeMember, change);
  await page
    .getByRole('button', { name: 'Newest First' })
    .or(page.getByLabel('Sort by registration date'))
    .selectOption('asc');
  await expect(page.getByRole('heading', { name: 'Your role does not open this page' })).toBeVisible();
  await expect(page.getByText('Your role in this center does not include this.').first()).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('listitem')).toHaveText(['Billing', 'Team', 'Help and support']);
});

test('who manages the team changes, invites again, ends, and leaves', async ({ testApp, browser }) => {
  const app = withAnonymous(testApp);
  const owner = await joinMember(app, center, ['owner'], 'anna');
  const body = {
    email: 'late@members.example.gr',
    displayName: 'Άργησα',
    username: 'late',
    roles: ['billing' as const],
  };
  await center.client.call(routes.team.inviteMember, { body });
  const page = await openPage(browser, testApp, owner.client, { language: 'el', width: 390, height: 844 });
  await page.goto(screens.centerTeam);
  await page.getByRole('button', { name: /^Άργησα/ }).click();
  await sheetOf(page).getByRole('button', { name: 'Νέα αποστολή πρόσκλησης' }).click();
  await expect(page.getByText('Η πρόσκληση στάλθηκε').first()).toBeVisible();
  await sheetOf(page).getByRole('button', { name: 'Αλλαγή' }).click();
  const dialog = page.getByRole('dialog', { name: 'Αλλαγή στοιχείων: Άργησα' });
  await dialog.getByLabel('Όνομα σύνδεσης').fill('anna');
  await dialog.getByText('Γραμματεία', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Αποθήκευση' }).click();
  await expect(dialog.getByText('Κάποιος στο κέντρο έχει ήδη αυτό το όνομα σύνδεσης.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Όνομα σύνδεσης').fill('argisa');
  await dialog.getByRole('button', { name: 'Αποθήκευση' }).click();
  await expect(dialog).toBeHidden();
  await expect(sheetOf(page).getByText(`${center.centerId}/argisa`)).toBeVisible();
  await sheetOf(page).getByRole('button', { name: 'Ανάκληση πρόσκλησης' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ανάκληση πρόσκλησης' }).click();
  await expect(sheetOf(page).getByText('Αποχώρησε')).toBeVisible();
  await sheetOf(page).getByRole('button', { name: 'Πίσω' }).click();

  await page.getByRole('button', { name: /^Μέλος anna Εσείς/ }).click();
  await expect(sheetOf(page).getByRole('button', { name: 'Αναστολή' })).toBeHidden();
  await sheetOf(page).getByRole('button', { name: 'Αλλαγή' }).click();
  await expect(page.getByText('Τους ρόλους σας τους αλλάζει κάποιος άλλος.')).toBeVisible();
  await page.getByRole('button', { name: 'Ακύρωση' }).click();
  await sheetOf(page).getByRole('button', { name: 'Αποχώρηση από το κέντρο' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Αποχώρηση', exact: true }).click();
  await page.waitForURL(`${testApp.origin}/`);
  expect((await owner.client.raw('GET', '/api/medical-center/team')).status).toBe(401);
});
