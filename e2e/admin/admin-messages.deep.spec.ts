import { routes } from '@medcloud/contract';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { abortRequests, delayRequests, failRequests, returnEmptyList } from '../harness/fail-requests.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, type StandaloneApp, testWithFixtures } from '../test-app.ts';

/** Messages, list texts and errors that an administrator sees (specification, sections 2, 5 and 8). */

const test = testWithFixtures(43);

async function expectTexts(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

test('shows a fetch error in place of the data', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  for (const [api, path, text] of [
    ['/api/admin/dashboard', '/admin/dashboard', 'Failed to fetch dashboard data'],
    ['/api/admin/system-info*', '/admin/dashboard', 'Failed to fetch system info'],
    ['/api/admin/medical-centers-detailed*', '/admin/medical-centers-info', 'Failed to fetch medical centers'],
  ] as const) {
    await failRequests(page, api);
    await page.goto(path);
    await expectTexts(page, text);
    await page.unrouteAll();
  }
});

test('shows empty states without centers and doctors', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  for (const [api, path, text] of [
    ['/api/admin/medical-centers?*', '/admin/medical-centers', 'No medical centers registered yet'],
    [
      '/api/admin/medical-centers-detailed?*',
      '/admin/medical-centers-info',
      'No medical centers are currently registered.',
    ],
    ['/api/admin/doctors?*', '/admin/doctors', 'No doctors registered yet'],
  ] as const) {
    await returnEmptyList(page, api);
    await page.goto(path);
    await expectTexts(page, text);
  }
});

test('offers every sort order of centers, and gives a hint when a search finds nothing', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto('/admin/medical-centers-info');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort).toBeVisible();
  const names = await sort.locator('option').allTextContents();
  expect(names.toSorted()).toEqual(['Name', 'Recent activity', 'Registration date', 'Renewal date']);
  await page.getByRole('searchbox').fill('no such center');
  await expectTexts(page, 'No medical centers found', 'Try adjusting your search criteria.');
});

/** Opens the subscription of the fixtures' doctor. */
async function openSubscription(page: Page, fixtures: Fixtures) {
  await page.goto(`/admin/users?search=${encodeURIComponent(fixtures.doctor.email)}`);
  await page
    .getByRole('button', { name: /^Manage/ })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Manage Subscription' });
}

test('shows the specified texts when a subscription is renewed or updated, and when that fails', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  const dialog = await openSubscription(page, fixtures);
  await abortRequests(page, '/api/admin/*subscription');
  await dialog.getByRole('button', { name: 'Renew for 12 months' }).click();
  await expectTexts(page, 'Error', 'Failed to renew subscription');
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expectTexts(page, 'Failed to update subscription');
  await page.unrouteAll();
  const renew = await delayRequests(page, '/api/admin/renew-doctor-subscription');
  await dialog.getByRole('button', { name: 'Renew for 12 months' }).click();
  await expectTexts(page, 'Renewing...');
  renew();
  await expectTexts(page, 'Success', 'Subscription renewed successfully');
  await expect(dialog).toBeHidden();
  await openSubscription(page, fixtures);
  await chooseOption(dialog.getByRole('combobox', { name: 'Status' }), 'Expired');
  const update = await delayRequests(page, '/api/admin/update-subscription');
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expectTexts(page, 'Updating...');
  update();
  await expectTexts(page, 'Subscription updated successfully');
  await expect(page.getByText('Expired', { exact: true }).first()).toBeVisible();
  await openSubscription(page, fixtures);
  await chooseOption(dialog.getByRole('combobox', { name: 'Status' }), 'Inactive');
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await page.goto(`/admin/doctors?search=${encodeURIComponent(fixtures.doctor.email)}`);
  await expectTexts(page, 'Inactive', 'License number', 'Verification', 'User ID', 'Subscription', 'Registered');
});

test('shows the specified texts when an application is decided, and when that fails', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.admin);
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
  await abortRequests(page, '/api/admin/approve-doctor/*');
  await abortRequests(page, '/api/admin/reject-doctor/*');
  await application.getByRole('button', { name: /^Approve/ }).click();
  await expectTexts(page, 'Approval Failed', 'Failed to approve doctor. Please try again.');
  await reject();
  await expectTexts(page, 'Rejection Failed', 'Failed to reject doctor. Please try again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep request' }).click();
  await page.unrouteAll();
  const release = await delayRequests(page, '/api/admin/reject-doctor/*');
  await reject();
  await expectTexts(page, 'Rejecting...');
  release();
  await expectTexts(page, 'Doctor Rejected', 'Doctor request has been rejected.');
});

test('shows an error at each field of the center form, and when the center is not created', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto('/admin/medical-center-signup');
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  };
  await fill({ Name: 'A', 'E-mail': 'a', Phone: '12', Address: 'short', 'Center ID': 'A', Password: 'short' });
  const create = page.getByRole('button', { name: 'Create Medical Center' });
  await create.click();
  await expectTexts(
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
  await abortRequests(page, '/api/admin/create-medical-center');
  await create.click();
  await expectTexts(page, 'Registration Failed', 'Failed to create medical center. Please try again.');
});

test('shows the specified badge for each state of a doctor', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  const doctors = await fixtures.admin.call(routes.admin.doctors, {});
  const [one] = doctors;
  if (!one) throw new Error('Expected at least one doctor.');
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
  await expectTexts(page, 'Unverified', 'Active', 'Pending', 'Inactive', 'Unknown');
});

test('shows cloud storage and the state of each system part', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.route('**/api/admin/system-info*', async (route) => {
    const response = await route.fetch();
    const info = await response.json();
    await route.fulfill({
      response,
      json: { ...info, storage: { ...info.storage, type: 'S3', isCloudStorage: true } },
    });
  });
  await page.goto('/admin/dashboard');
  await expectTexts(page, 'Cloud', 'S3');
  await openLogs(page, testApp);
});

/** Expects the state of the three system parts on the log page. */
async function openLogs(page: Page, { origin }: StandaloneApp): Promise<void> {
  await page.unrouteAll();
  await page.goto(`${origin}/admin/system-logs`);
  await expectTexts(page, 'System Status', 'Connected', 'Available', 'Running');
}
