import type { MessageKind } from '@medcloud/contract/operations/messages';

/**
 * These kinds carry a code or a link, or must come only once a day, and are never sent twice. If a gateway may have
 * accepted one, it is not sent again and its reader requests another. All other kinds may rather come twice than not at
 * all (decision 006).
 */
const sentOnce: readonly MessageKind[] = ['looked', 'code', 'consent', 'password-reset', 'confirm-email', 'invitation'];

/** Returns whether a stored message must not be sent twice. */
export function isSentOnce(kind: string): boolean {
  return sentOnce.some((name) => name === kind);
}

/** Messages of the other kinds expire after a week. */
export const notificationLifetimeMs = 7 * 86_400_000;
