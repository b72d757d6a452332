import type { Language } from '@medcloud/contract/languages';
import type { ViewerSettings } from '@medcloud/contract/shapes/account/viewer-settings';
import type { Tx } from '../database.ts';

/** Sets the email address for sign-in. Violates `users_email_live` if another open account has it. */
export async function updateEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email }).where('id', '=', userId).execute();
}

/** Sets the language of messages to a user. */
export async function updateLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await tx.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

/** Replaces what a user chose for the viewer. */
export async function updateViewerSettings(tx: Tx, userId: string, settings: ViewerSettings): Promise<void> {
  const viewer_settings = JSON.stringify(settings);
  await tx.updateTable('users').set({ viewer_settings }).where('id', '=', userId).execute();
}
