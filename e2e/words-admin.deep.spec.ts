import { routes } from '@medcloud/contract';
import type { Page } from '@playwright/test';
import { fails, isEmpty, isGone, waits } from './failing.ts';
import { expect, type Portal, testOnStage } from './portal.ts';
import { pageOf } from './signed-in.ts';
import type { Stage } from './stage.ts';

/** What the administrator is told, reads in the lists, and is refused (specification, sections 2, 5 and 8). */

const test = testOnStage(43);

async function said(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

test('what cannot be fetched is said where it would stand', async ({ portal, stage, browser }) => {
  const page = await pageOf(browser, portal, stage.admin);
  for (const [api, path, text] of [
    ['/api/admin/dashboard', '/admin/dashboard', 'Failed to fetch dashboard data'],
    ['/api/admin/system-info*', '/admin/dashboard', 'Failed to fetch system info'],
    ['/api/admin/medical-centers-detailed*', '/admin/medical-centers-info', 'Failed to fetch medical centers'],
  ] as const) {
    await fails(page, api);
    await page.goto(path);
    await said(page, text);
    await page.unrouteAll();
  }
});

test('a portal’s first hour: no center and no doctor', async ({ portal, stage, browser }) => {
  const page = await pageOf(browser, portal, stage.admin);
  for (const [api, path, text] of [
    ['/api/admin/medical-centers?*', '/admin/medical-centers', 'No medical centers registered yet'],
    [
      '/api/admin/medical-centers-detailed?*',
      '/admin/medical-centers-info',
      'No medical centers are currently registered.',
    ],
    ['/api/admin/doctors?*', '/admin/doctors', 'No doctors registered yet'],
  ] as const) {
    await isEmpty(page, api);
    await page.goto(path);
    await said(page, text);
  }
});

test('centers are sorted in every order, and a search without an answer says what to do', async ({
  portal,
  stage,
  browser,
}) => {
  const page = await pageOf(browser, portal, stage.admin);
  await page.goto('/admin/medical-centers-info');
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  for (const name of ['Registration date', 'Renewal date', 'Recent activity', 'Name'])
    await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('no such center');
  await said(page, 'No medical centers found', 'Try adjusting your search criteria.');
});

/** Opens the subscription of the stage's doctor. */
async function openSubscription(page: Page, stage: Stage) {
  await page.goto(`/admin/users?search=${encodeURIComponent(stage.doctor.email)}`);
  await page
    .getByRole('button', { name: /^Manage/ })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Manage Subscription' });
}

test('a subscription is renewed and updated in the specification’s words, or both fail in them', async ({
  portal,
  stage,
  browser,
}) => {
  const page = await pageOf(browser, portal, stage.admin);
  const dialog = await openSubscription(page, stage);
  await isGone(page, '/api/admin/*subscription');
  await dialog.getByRole('button', { name: 'Renew for 12 months' }).click();
  await said(page, 'Error', 'Failed to renew subscription');
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await said(page, 'Failed to update subscription');
  await page.unrouteAll();
  const renew = await waits(page, '/api/admin/renew-doctor-subscription');
  await dialog.getByRole('button', { name: 'Renew for 12 months' }).click();
  await said(page, 'Renewing...');
  renew();
  await said(page, 'Success', 'Subscription renewed successfully');
  await expect(dialog).toBeHidden();
  await openSubscription(page, stage);
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Expired' }).click();
  const update = await waits(page, '/api/admin/update-subscription');
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await said(page, 'Updating...');
  update();
  await said(page, 'Subscription updated successfully');
  await expect(page.getByText('Expired', { exact: true }).first()).toBeVisible();
  await openSubscription(page, stage);
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await page.goto(`/admin/doctors?search=${encodeURIComponent(stage.doctor.email)}`);
  await said(page, 'Inactive', 'License number', 'Verification', 'User ID', 'Subscription', 'Registered');
});

test('an application is decided in the specification’s words, or the decision fails in them', async ({
  portal,
  stage,
  browser,
}) => {
  const page = await pageOf(browser, portal, stage.admin);
  await page.goto('/admin/approve-doctors');
  const application = page
    .getByRole('listitem')
    .filter({ hasText: 'applicant43' })
    .or(page.locator('article', { hasText: 'applicant43' }))
    .first();
  const reject = async () => {
    await application.getByRole('button', { name: /^Reject/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject request' }).click();
  };
  await isGone(page, '/api/admin/approve-doctor/*');
  await isGone(page, '/api/admin/reject-doctor/*');
  await application.getByRole('button', { name: /^Approve/ }).click();
  await said(page, 'Approval Failed', 'Failed to approve doctor. Please try again.');
  await reject();
  await said(page, 'Rejection Failed', 'Failed to reject doctor. Please try again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep request' }).click();
  await page.unrouteAll();
  const answer = await waits(page, '/api/admin/reject-doctor/*');
  await reject();
  await said(page, 'Rejecting...');
  answer();
  await said(page, 'Doctor Rejected', 'Doctor request has been rejected.');
});

test('a center’s form says what is wrong with each field, and that it was not made', async ({
  portal,
  stage,
  browser,
}) => {
  const page = await pageOf(browser, portal, stage.admin);
  await page.goto('/admin/medical-center-signup');
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  };
  await fill({ Name: 'A', 'E-mail': 'a', Phone: '12', Address: 'short', 'Center ID': 'A', Password: 'short' });
  const create = page.getByRole('button', { name: 'Create Medical Center' });
  await create.click();
  await said(
    page,
    'Medical center name must be at least 2 characters',
    'Please enter a valid email address',
    'Please enter a complete address',
    'Please enter a valid phone number',
    'Center ID must be at least 3 characters',
    'Password must be at least 8 characters',
  );
  await fill({
    Name: 'Ionian',
    'E-mail': 'ionian43@example.gr',
    Phone: '2105550100',
    Address: 'Ακτή Μιαούλη 1',
    'Center ID': 'MCWORDS43',
    Password: 'long enough',
  });
  await isGone(page, '/api/admin/create-medical-center');
  await create.click();
  await said(page, 'Registration Failed', 'Failed to create medical center. Please try again.');
});

test('doctors wear the state that the specification gives them', async ({ portal, stage, browser }) => {
  const page = await pageOf(browser, portal, stage.admin);
  const doctors = await stage.admin.call(routes.admin.doctors, {});
  const [one] = doctors;
  if (!one) throw new Error('There is no doctor.');
  const states = ['active', 'pending', 'inactive', 'a state of tomorrow'];
  await page.route('**/api/admin/doctors?*', (route) =>
    route.fulfill({
      json: [
        { ...one, id: 'unverified', isVerified: false },
        ...states.map((subscriptionStatus) => ({
          ...one,
          id: subscriptionStatus,
          isVerified: true,
          subscriptionStatus,
        })),
      ],
    }),
  );
  await page.goto('/admin/doctors');
  await said(page, 'Unverified', 'Active', 'Pending', 'Inactive', 'Unknown');
});

test('storage in a cloud is said to be there', async ({ portal, stage, browser }) => {
  const page = await pageOf(browser, portal, stage.admin);
  await page.route('**/api/admin/system-info*', async (route) => {
    const answer = await route.fetch();
    const info = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...info, storage: { ...info.storage, type: 'S3', isCloudStorage: true } },
    });
  });
  await page.goto('/admin/dashboard');
  await said(page, 'Cloud', 'S3');
  await openLogs(page, portal);
});

/** The log's page says how the three parts are. */
async function openLogs(page: Page, { origin }: Portal): Promise<void> {
  await page.unrouteAll();
  await page.goto(`${origin}/admin/system-logs`);
  await said(page, 'System Status', 'Connected', 'Available', 'Running');
}
