/** Kinds of SMS and mail that the portal sends. Their names are in `text/<language>/system-log.ts`. */
export const messageKinds = [
  'code',
  'consent',
  'link',
  'looked',
  'approved',
  'invoice',
  'payment-reminder',
  'subscription-cancelled',
  'payment',
  'payment-received',
  'price-notice',
  'rejected',
  'suspended',
  'reinstated',
  'disabled',
  'enabled',
  'alarm',
  'account-alarm',
  'released',
  'password-reset',
  'password-changed',
  'factor-changed',
  'factor-reset',
  'invitation',
  'membership',
  'confirm-email',
  'email-known',
  'email_changed',
  'support',
  'support-reply',
  'notification',
] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageChannels = ['sms', 'mail'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** `failed`: permanently rejected. `uncertain`: it may have arrived and is not sent again (decision 006). */
export const messageStates = ['waiting', 'sent', 'failed', 'expired', 'superseded', 'uncertain'] as const;
export type MessageState = (typeof messageStates)[number];

/** Checks whether this version knows the kind. A later version may store others. */
export function isMessageKind(kind: unknown): kind is MessageKind {
  return messageKinds.some((each) => each === kind);
}
