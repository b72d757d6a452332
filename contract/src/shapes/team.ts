import * as z from 'zod';
import { limits } from '../limits.ts';
import { centerRoles } from '../permissions.ts';
import { issueCode } from '../validation-codes.ts';
import { linkToken, ownPassword } from './accounts.ts';
import { email, instant, isNameWithoutLink, language, line, optional, requiredString, strictObject } from './common.ts';

/** `ended` members keep their row: the audit log finds their names there. */
export const memberStates = ['invited', 'active', 'suspended', 'ended'] as const;

const roles = z
  .array(z.enum(centerRoles, { error: issueCode('role_unknown') }), { error: issueCode('roles_required') })
  .min(1, { error: issueCode('roles_required') })
  .max(centerRoles.length)
  .refine((names) => new Set(names).size === names.length, { error: issueCode('role_twice') });

const displayName = line(limits.nameMax, issueCode('display_name_required'))
  .min(2, { error: issueCode('display_name_required') })
  .refine(isNameWithoutLink, { error: issueCode('name_link') });

/** The name after the center ID at the sign-in: `CENTER-ID/name`. */
const username = requiredString(issueCode('username_invalid'))
  .trim()
  .normalize('NFC')
  .min(2, { error: issueCode('username_invalid') })
  .max(40, { error: issueCode('username_invalid') })
  .regex(/^[\p{L}\p{M}\p{N}._-]+$/u, { error: issueCode('username_invalid') });

/** `language`: of the mailed invitation; absent: that of the person who invites. */
export const memberInvitation = strictObject({ email, displayName, username, roles, language: optional(language) });
export type MemberInvitation = z.output<typeof memberInvitation>;

/** An absent field is unchanged. */
export const memberChange = strictObject({
  displayName: optional(displayName),
  username: optional(username),
  roles: optional(roles),
});
export type MemberChange = z.output<typeof memberChange>;

/** A member of a center as its colleagues see it. `email`, `hasFactor` and `lastSignInAt`: only for who manages the team. */
export const teamMember = z.object({
  id: z.string(),
  displayName: z.string(),
  username: z.string(),
  roles: z.array(z.enum(centerRoles)),
  state: z.enum(memberStates),
  isSelf: z.boolean(),
  email: z.string().optional(),
  hasFactor: z.boolean().optional(),
  invitedAt: instant,
  /** Until when the mailed link works, for an invited member. */
  invitationEndsAt: instant.nullable(),
  joinedAt: instant.nullable(),
  lastSignInAt: instant.nullable().optional(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const invitationToken = strictObject({ token: linkToken });

/** `hasAccount`: the address has an account already, which then accepts; else a password is chosen. */
export const invitation = z.object({
  centerName: z.string(),
  centerId: z.string(),
  displayName: z.string(),
  username: z.string(),
  email: z.string(),
  roles: z.array(z.enum(centerRoles)),
  hasAccount: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

export const invitationAcceptance = strictObject({ token: linkToken, password: ownPassword });
/** With what the member signs in. */
export const acceptedInvitation = z.object({ ok: z.literal(true), signInName: z.string() });
