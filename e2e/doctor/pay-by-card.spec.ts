import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, test } from '../test-app.ts';

test('pays by card where a screen is closed, and continues there', async ({ browser, startOwnApp }) => {
  const { testApp, stripe, addDoctor } = await startCardApp(startOwnApp);
  const page = await openPage(browser, testApp, (await addDoctor('card')).client, { width: 390 });
  await page.goto('/doctor/patients');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment has arrived. Thank you.')).toBeVisible();
  await expect(page.getByText('Your next periods are charged to this card.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue where you were' }).click();
  await expect(page).toHaveURL(/\/doctor\/patients$/);
  await expect(page.getByRole('button', { name: 'Pay by card' })).toHaveCount(0);
  await stripe.close();
});
