import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, test } from '../test-app.ts';

test('records or gives back card payments that are not what was asked', async ({ browser, startOwnApp }) => {
  const { testApp, stripe, admin, addDoctor } = await startCardApp(startOwnApp);
  const pay = async (name: string, amount: { cents?: number; currency?: string }) => {
    const doctor = await addDoctor(name);
    const page = await openPage(browser, testApp, doctor.client);
    await page.goto('/doctor/billing');
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    stripe.records.pay(page.url().split('/').at(-1) ?? '', amount);
    await page.goto('/doctor/billing');
    await page.context().close();
    return doctor;
  };
  const euros = await pay('more', { cents: 50_000 });
  await pay('dollars', { currency: 'usd' });
  for (const session of stripe.records.sessions.values())
    await stripe.deliver(
      testApp.origin,
      stripe.records.event('checkout.session.completed', session),
      testApp.clock.now(),
    );

  const page = await openPage(browser, testApp, admin);
  await page.goto('/admin/dashboard');
  // one for each account
  await expect(page.getByText('A card payment needs a decision')).toHaveCount(2);
  await page.goto('/admin/billing');
  await expect(page.getByText('paid 480.00 USD instead of €480.00')).toBeVisible();
  await page.getByRole('link', { name: 'paid €500.00 instead of €480.00' }).click();
  await expect(page).toHaveURL(new RegExp(euros.userId));
  await expect(page.getByText('€500.00 came instead of €480.00')).toBeVisible();
  await expectAccessible(page);
  const decide = async (action: string, button: string) => {
    await page.getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog.getByText('Enter a reason', { exact: false })).toBeVisible();
    await dialog.getByLabel('Reason').fill('Agreed by phone');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toHaveCount(0);
  };
  await decide('as received', 'Record as received');
  await expect(page.getByText('came instead of')).toHaveCount(0);
  await expect(page.getByText('€20.00', { exact: true })).toBeVisible();

  await page.goto('/admin/billing?tab=bank');
  await expect(page.getByRole('button', { name: 'as received' })).toHaveCount(0);
  await expectAccessible(page);
  await decide('Give 480.00 USD back', 'Give back');
  await expect(page.getByText('instead of')).toHaveCount(0);
  await expect.poll(() => [...stripe.records.refunds.values()]).toMatchObject([{ amount: 48_000, currency: 'usd' }]);
  await page.goto('/admin/dashboard');
  await expect(page.getByText('Card payments')).toBeVisible();
  await expect(page.getByText('A card payment needs a decision')).toHaveCount(0);
  await stripe.close();
});
