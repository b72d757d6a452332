import { Fault } from '@medcloud/contract/faults';
import type { Invitation } from '@medcloud/contract/shapes/team';
import { newId } from '../../../platform/ids/ids.ts';
import { createUser } from '../../accounts/create-user.ts';
import { checkPasswordStrength } from '../../accounts/passwords/check-password-strength.ts';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher.ts';
import { replacePassword } from '../../accounts/passwords/replace-password.ts';
import { nameDevice } from '../../accounts/sessions/device.ts';
import { record } from '../../audit/record/record.ts';
import { invitationScope } from '../../authorization/authorize.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Reader, Tx } from '../../database.ts';
import { type MailContext, mailCenter } from './member-mails.ts';
import {
  findInvitation,
  findInvitedMember,
  type InvitationRow,
  joinMember,
  lockInvitation,
  type MemberRow,
} from './store.ts';
import { changeOf } from './team.ts';

/** An open invitation: the member's row, its center, and the account of the address. */
interface OpenInvitation extends InvitationRow {
  member: MemberRow;
}

/** Shows an invitation to who has its mailed link. Throws `link_invalid` once it is accepted, replaced, ended or too old. */
export async function readInvitation({ db }: DbContext, token: string): Promise<Invitation> {
  const open = await db.read(invitationScope(token, null), getInvitation);
  const { displayName, username, email, roles } = open.member;
  const hasAccount = mustSignIn(open);
  return { centerName: open.centerName, centerId: open.centerCode, displayName, username, email, roles, hasAccount };
}

/** The address has an account that can sign in, which then accepts. */
const mustSignIn = ({ accountId, isRejoining }: InvitationRow) => accountId !== null && !isRejoining;

async function getInvitation(tx: Reader): Promise<OpenInvitation> {
  const invitation = await findInvitation(tx);
  const member = invitation && (await findInvitedMember(tx));
  if (!invitation || !member) throw new Fault('link_invalid');
  return { ...invitation, member };
}

type JoinContext = MailContext & Pick<AppContext, 'db'>;

/**
 * Joins a center by a mailed invitation, once, with a new account, or a new password of one that signs in nowhere since its
 * memberships ended. Mails the center who joined. Returns the name of the sign-in.
 * Throws `link_invalid`, `sign_in_first` if the address has an account, `validation` for a weak password.
 */
export async function acceptInvitation(
  context: JoinContext,
  passwords: PasswordHasher,
  request: RequestContext,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const scope = invitationScope(token, null);
  const open = await context.db.read(scope, getInvitation);
  if (mustSignIn(open)) throw new Fault('sign_in_first');
  const passwordHash = await hashPassword(context, passwords, open, password);
  return await context.db.within(scope, async (tx) => {
    await lockInvitation(tx);
    const invitation = await getInvitation(tx);
    if (mustSignIn(invitation)) throw new Fault('sign_in_first');
    const userId = invitation.accountId ?? newId(context.clock, context.random);
    const { email, language } = invitation.member;
    if (invitation.isRejoining) await replacePassword(tx, userId, passwordHash);
    else await createUser(tx, { id: userId, email, passwordHash, role: 'member', language, initialPassword: null });
    return await join(context, tx, request, { ...invitation, userId });
  });
}

/**
 * Joins a center by a mailed invitation, once, with the account of the invited address: a forwarded link alone gives no
 * rights. Throws `link_invalid`, `sign_in_first` for another account, `conflict` for an administrator's or a center's own.
 */
export async function joinByInvitation(
  context: JoinContext,
  request: RequestContext<AuthenticatedPrincipal>,
  token: string,
): Promise<string> {
  const { principal } = request;
  return await context.db.within(invitationScope(token, principal), async (tx) => {
    await lockInvitation(tx);
    const invitation = await getInvitation(tx);
    const { accountId, accountRole } = invitation;
    if (accountId !== principal.userId) throw new Fault('sign_in_first');
    if (accountRole === 'admin' || accountRole === 'medical_center') throw new Fault('conflict');
    return await join(context, tx, request, { ...invitation, userId: accountId });
  });
}

async function join(
  context: MailContext,
  tx: Tx,
  request: RequestContext,
  invitation: OpenInvitation & { userId: string },
): Promise<string> {
  const { member, userId, centerCode } = invitation;
  if (!(await joinMember(tx, member.id, userId))) throw new Fault('link_invalid');
  await report(context, tx, request, invitation);
  return `${centerCode}/${member.username}`;
}

async function hashPassword(
  context: Pick<AppContext, 'settings'>,
  passwords: PasswordHasher,
  { member, centerName, centerCode }: OpenInvitation,
  password: string,
): Promise<string> {
  const personalWords = [member.email, member.displayName, member.username, centerName, centerCode];
  checkPasswordStrength(context, password, { field: 'password', personalWords });
  return await passwords.hash(password);
}

async function report(
  context: MailContext,
  tx: Tx,
  { requestId, addressBlock, userAgent }: RequestContext,
  { member, userId, centerId, centerName, ownerEmail, ownerLanguage }: OpenInvitation & { userId: string },
): Promise<void> {
  await record(tx, {
    event: 'member_joined',
    actor: { kind: 'nobody', personId: userId },
    ...{ requestId, addressBlock, centerId },
    object: { kind: 'member', id: member.id },
    details: { roles: member.roles },
  });
  const joined = {
    ...{ center: centerName, name: member.displayName, address: member.email },
    browser: nameDevice(userAgent),
  };
  await mailCenter(context, tx, { email: ownerEmail, language: ownerLanguage }, joined);
  await notifyClients(tx, changeOf(centerId, member.id));
}
