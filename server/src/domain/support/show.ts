import type { SupportMessage, SupportMessageSummary } from '@medcloud/contract';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { openContent, openReply, type SupportContent } from './sealed-content.ts';
import type { ReplyRow, SupportRow } from './store.ts';

type Keys = Pick<PortalKeys, 'support'>;

const previewLength = 140;

/** A message as the inbox's list shows it. */
export function showSummary(keys: Keys, row: SupportRow): SupportMessageSummary {
  return summaryOf(row, openContent(keys, row.id, row.sealed));
}

/** A message with its answers. */
export function showMessage(keys: Keys, row: SupportRow, replies: readonly ReplyRow[]): SupportMessage {
  const words = openContent(keys, row.id, row.sealed);
  return {
    ...summaryOf(row, words),
    message: words.message,
    ...(row.closedAt ? { closedAt: row.closedAt.toISOString() } : {}),
    ...(row.closedBy ? { closedBy: row.closedBy } : {}),
    replies: replies.map(({ id, sealed, sentAt, sentBy }) => ({
      id,
      text: openReply(keys, id, sealed),
      sentAt: sentAt.toISOString(),
      sentBy,
    })),
  };
}

function summaryOf(row: SupportRow, words: SupportContent): SupportMessageSummary {
  const { accountId, accountRole, accountEmail } = row;
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    urgent: row.urgent,
    receivedAt: row.receivedAt.toISOString(),
    name: words.name,
    email: words.email,
    preview: words.message.replace(/\s+/g, ' ').slice(0, previewLength),
    language: row.language,
    ...(row.role ? { role: row.role } : {}),
    ...(words.subject ? { subject: words.subject } : {}),
    ...(words.topic ? { topic: words.topic } : {}),
    ...(accountId && accountRole && accountEmail
      ? { account: { id: accountId, role: accountRole, email: accountEmail } }
      : {}),
  };
}
