import type { SupportMessage, SupportMessageSummary } from '@medcloud/contract';
import { shownRole } from '../core/column-values.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import { decryptContent, decryptReply, type SupportContent } from './encrypted-content.ts';
import type { ReplyRow, SupportRow } from './store.ts';

type Keys = Pick<AppKeys, 'support'>;

const previewLength = 140;

/** Returns a message for the inbox list. */
export function showSummary(keys: Keys, row: SupportRow): SupportMessageSummary {
  return summaryOf(row, decryptContent(keys, row.id, row.encrypted));
}

/** Returns a message with its answers. */
export function showMessage(keys: Keys, row: SupportRow, replies: readonly ReplyRow[]): SupportMessage {
  const content = decryptContent(keys, row.id, row.encrypted);
  return {
    ...summaryOf(row, content),
    message: content.message,
    ...(row.closedAt ? { closedAt: row.closedAt.toISOString() } : {}),
    ...(row.closedBy ? { closedBy: row.closedBy } : {}),
    replies: replies.map(({ id, encrypted, sentAt, sentBy }) => ({
      id,
      text: decryptReply(keys, id, encrypted),
      sentAt: sentAt.toISOString(),
      sentBy,
    })),
  };
}

function summaryOf(row: SupportRow, content: SupportContent): SupportMessageSummary {
  const { accountId, accountRole, accountEmail } = row;
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    urgent: row.urgent,
    receivedAt: row.receivedAt.toISOString(),
    name: content.name,
    email: content.email,
    preview: content.message.replace(/\s+/g, ' ').slice(0, previewLength),
    language: row.language,
    ...(row.role ? { role: row.role } : {}),
    ...(content.subject ? { subject: content.subject } : {}),
    ...(content.topic ? { topic: content.topic } : {}),
    ...(accountId && accountRole && accountEmail
      ? { account: { id: accountId, role: shownRole(accountRole), email: accountEmail } }
      : {}),
  };
}
