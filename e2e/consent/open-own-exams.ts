import { codeIn } from '@medcloud/server/test/harness/outbox.ts';
import type { Page } from '@playwright/test';
import type { Translators } from '../harness/translators.ts';
import { expect, type StandaloneApp } from '../test-app.ts';

/** Asks for a code on the consent page and enters it; ends at the question for the date of birth. */
export async function enterCode(page: Page, t: Translators, testApp: StandaloneApp, phone: string): Promise<void> {
  const before = await testApp.outbox.countSms(phone);
  await page.getByRole('button', { name: t.own('entry.open') }).click();
  const input = page.getByRole('dialog').getByLabel(t.consent('code.label'));
  await input.fill(codeIn((await testApp.outbox.nextSms(phone, before)).text));
  await input.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.own('entry.title'));
}

/** Enters a date of birth. */
export async function enterBirthDate(page: Page, t: Translators, typed: string): Promise<void> {
  const input = page.getByLabel(t.own('person.birthDate'));
  await input.fill(typed);
  await input.press('Enter');
}
