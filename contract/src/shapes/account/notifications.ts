import * as z from 'zod';
import { type NotificationKind, notificationChoices } from '../../choices.ts';
import { optional } from '../common.ts';

const choice = z.enum(notificationChoices);

/** When a doctor is mailed about each kind. */
export const notificationSettings = z.strictObject({
  access_granted: choice,
  access_changed: choice,
  access_revoked: choice,
  exam_arrived: choice,
} satisfies Record<NotificationKind, typeof choice>);
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** The kinds to change. */
export const notificationChanges = z.strictObject({
  access_granted: optional(choice),
  access_changed: optional(choice),
  access_revoked: optional(choice),
  exam_arrived: optional(choice),
} satisfies Record<NotificationKind, unknown>);
export type NotificationChanges = z.infer<typeof notificationChanges>;
