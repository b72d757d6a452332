import { writeCamt } from '@medcloud/server/src/domain/billing/bank/read/test-camt.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, type StandaloneApp, testWithFixtures } from '../test-app.ts';

/** An administrator drops the bank's file, and decides about what has no reference. */

const test = testWithFixtures(98);

const iban = ({ config }: StandaloneApp) => config.billing.bank?.iban ?? '';

/** Makes the doctor of the fixtures owe 480.00 euros for a day. */
async function createDue({ superuser }: StandaloneApp, { doctor }: Fixtures, day: string): Promise<{ rf: string }> {
  const { rows } = await superuser.query(
    `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state)
     VALUES (gen_random_uuid(), $1, 'agreed', 'doctor.yearly.1', $2, $2, 38710, 9290, 48000, 'home_person', $2, 'open') RETURNING rf`,
    [doctor.userId, day],
  );
  return rows[0];
}

/** Drops a file on the page, as from a folder of the computer. */
async function dropFile(page: Page, text: string, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ content, fileName }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName, { type: 'text/xml' }));
      return transfer;
    },
    { content: text, fileName: name },
  );
  for (const event of ['dragover', 'drop']) await page.dispatchEvent('main', event, { dataTransfer });
}

test('drops a bank file and records what has no reference', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto('/admin/billing?tab=bank');
  await expect(page.getByText('Nothing to decide')).toBeVisible();
  const [first, second] = [
    await createDue(testApp, fixtures, '2031-01-01'),
    await createDue(testApp, fixtures, '2031-01-02'),
  ];
  const file = writeCamt(
    '08',
    [
      { creditorReference: first.rf, amount: '480.00', reference: 'E-1' },
      { payer: 'ΑΓΝΩΣΤΟΣ', text: ['CANARY-TEXT'], amount: '480.00', reference: 'E-2' },
    ],
    iban(testApp),
  );
  await dropFile(page, file, 'statement.xml');
  await expect(page.getByText('2 movements: 1 paid, 0 to confirm, 1 unknown, 0 known already.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('table', { name: 'Movements' }).getByRole('row').nth(1).click();
  await expect(page.getByText('CANARY-TEXT')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show payer and text' }).click();
  await expect(page.getByText('CANARY-TEXT')).toBeVisible();
  await expectAccessible(page);
  const reference = page.getByLabel('Another reference (RF)');
  await reference.fill(`${second.rf.slice(0, -1)}${(Number(second.rf.at(-1)) + 1) % 10}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByText('This reference is not valid. Compare it with the request.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await reference.fill(second.rf);
  await page.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText('Payment recorded', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing to decide')).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Paid');
  await expect(page.getByRole('table', { name: 'Movements' }).getByRole('row')).toHaveCount(3);
  await dropFile(page, file, 'statement.xml');
  await expect(page.getByText('2 movements: 0 paid, 0 to confirm, 0 unknown, 2 known already.')).toBeVisible();
  await dropFile(page, file.slice(0, -40), 'statement.xml');
  await expect(
    page.getByText('This is not a bank statement we can read (camt.053 or CSV).', { exact: false }),
  ).toBeVisible();
});
