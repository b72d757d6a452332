import type { Language } from '@medcloud/contract/languages';
import { expect, type Page } from '@playwright/test';
import { createTextTranslator } from './translators.ts';

/**
 * Waits until the chosen file was checked and its contents are shown. They move the buttons below, and a press during
 * that moves off its button.
 */
export async function expectFileChecked(page: Page, language: Language = 'en'): Promise<void> {
  await expect(page.getByText(createTextTranslator('upload', language)('read.notUploaded'))).toBeVisible();
}
