import type { MessageKind } from '@medcloud/contract/operations/messages';

/**
 * These carry a code or a link, or are to come once a day, and are never sent twice: where a gateway may have one, it is not sent again, and its
 * reader asks for another. Anything else is news, which may come twice rather than not at all (decision 006).
 */
const sentOnce: readonly MessageKind[] = ['looked', 'code', 'consent', 'password-reset', 'confirm-email'];

/** Whether a stored message must not go twice. */
export function isSentOnce(kind: string): boolean {
  return sentOnce.some((name) => name === kind);
}

/** News is worth sending for a week. */
export const newsLifetimeMs = 7 * 86_400_000;
