import type { Locator } from '@playwright/test';

/** Chooses an option of a select by its text. */
export async function chooseOption(select: Locator, label: string): Promise<void> {
  await select.selectOption({ label });
}

/** Locates the chosen option: the text that a closed select shows. */
export const chosenOption = (select: Locator): Locator => select.locator('option:checked');
