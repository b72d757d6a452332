import * as z from 'zod';
import { supportRoles, supportStates } from '../choices.ts';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { role } from './accounts.ts';
import { email, instant, language, optional, paging, requiredString, searchText, strictObject } from './common.ts';

export { supportRoles, supportStates } from '../choices.ts';

/** The role that a sender selects (specification, section 2, "Send Message"). It is not verified. */
export type SupportRole = (typeof supportRoles)[number];

/** Creates a shape of one line: control characters and runs of blanks become one blank. */
const oneLine = (max: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .pipe(z.string().max(max));

/** Creates a shape of required text with line breaks. Removes control characters except line ends and tabs. */
const paragraphs = (missing: string, max: number) =>
  requiredString(missing)
    .transform((typed) =>
      typed
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim(),
    )
    .pipe(z.string().min(1, { error: missing }).max(max));

/** A message to the operator: from the landing page (`name`), or from Send Message (`firstName`, `lastName`). */
export const supportMessageForm = z
  .object({
    firstName: optional(oneLine(limits.nameMax)),
    lastName: optional(oneLine(limits.nameMax)),
    name: optional(oneLine(2 * limits.nameMax + 1)),
    email,
    role: optional(z.enum(supportRoles)),
    subject: optional(oneLine(limits.supportSubjectMax)),
    message: paragraphs(issueCode('message_required'), limits.supportMessageMax),
    urgent: optional(z.boolean()),
    /** Where the user opened the form, such as `live-chat`. */
    topic: optional(oneLine(60)),
    language: optional(language),
    /** Hidden field. Only a program fills it; its message gets a normal response and is not stored. */
    website: z.unknown().optional(),
  })
  .superRefine((form, check) => {
    if (form.name || form.firstName) return;
    const field = 'firstName' in form || 'lastName' in form ? 'firstName' : 'name';
    const message = field === 'name' ? issueCode('name_required') : issueCode('first_name_required');
    check.addIssue({ code: 'custom', path: [field], message });
  });
export type SupportMessageForm = z.output<typeof supportMessageForm>;

/** Reply to a sent message. The sender can give `reference` on the phone. */
export const supportMessageReceipt = z.object({ id: z.string(), reference: z.string() });

export type SupportState = (typeof supportStates)[number];

export const supportMessagesQuery = z.object({
  state: optional(z.enum(supportStates)),
  /** `urgent`: urgent messages first, then the others, each newest first. */
  sort: optional(z.enum(['newest', 'urgent'])),
  /** A reference or its prefix. The text is encrypted, so it cannot be searched. */
  search: searchText,
  ...paging,
});
export type SupportMessagesQuery = z.output<typeof supportMessagesQuery>;

/** A message in the inbox's list. */
export const supportMessageSummary = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(supportStates),
  urgent: z.boolean(),
  receivedAt: instant,
  name: z.string(),
  email: z.string(),
  /** Role selected by the sender. */
  role: z.enum(supportRoles).optional(),
  subject: z.string().optional(),
  topic: z.string().optional(),
  /** The beginning of the message, on one line. */
  preview: z.string(),
  language,
  /** The account of the session that sent the message. */
  account: z.object({ id: z.string(), role, email: z.string() }).optional(),
});
export type SupportMessageSummary = z.infer<typeof supportMessageSummary>;

export const supportMessage = supportMessageSummary.extend({
  message: z.string(),
  closedAt: instant.optional(),
  /** The administrator's email. */
  closedBy: z.string().optional(),
  /** Oldest first. */
  replies: z.array(z.object({ id: z.string(), text: z.string(), sentAt: instant, sentBy: z.string() })),
});
export type SupportMessage = z.infer<typeof supportMessage>;

export const supportReply = strictObject({
  text: paragraphs(issueCode('answer_required'), limits.supportMessageMax),
});
