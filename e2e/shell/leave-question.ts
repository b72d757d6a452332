import type { Page } from '@playwright/test';
import { createTranslators } from '../harness/translators.ts';

const t = createTranslators('en');

/** The question of a form with typed, unsent text. */
export const leaveQuestion = (page: Page) => page.getByRole('dialog', { name: t.frame('leave.title') });
export const stay = (page: Page) =>
  leaveQuestion(page)
    .getByRole('button', { name: t.frame('leave.stay') })
    .click();
export const leave = (page: Page) =>
  leaveQuestion(page)
    .getByRole('button', { name: t.frame('leave.leave'), exact: true })
    .click();
/** Returns whether the browser itself would ask. */
export const isUnloadPrevented = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
