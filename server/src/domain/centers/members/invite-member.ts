import { Fault } from '@medcloud/contract/faults';
import type { MemberInvitation, TeamMember } from '@medcloud/contract/shapes/team';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { invitingScope } from '../../authorization/authorize.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { showChangedMember } from './list-team.ts';
import { type MailContext, mailInvitation } from './member-mails.ts';
import { countMembers, insertMember, lockTeam, maxMembers, replaceInvitation } from './store.ts';
import { changeOf, getCenterName, getMember, toTeamConflict } from './team.ts';

type InviteContext = MailContext & Pick<AppContext, 'db'>;

/** Invitations of one center within a day: mails to strangers. */
const maxInvitationsPerDay = 200;
const dayS = 86_400;

/**
 * Invites a person by a mailed link. The reply does not tell whether the address has an account. Throws `conflict` for an address
 * or a sign-in name of the team, `invalid_state` for a full team, `rate_limited` after 200 invitations in a day.
 */
export async function inviteMember(
  context: InviteContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  invitation: MemberInvitation,
): Promise<TeamMember> {
  const token = randomToken(context.random);
  const given = { email: invitation.email, tokenHash: hashSecret(token) };
  try {
    return await context.db.within(invitingScope(scope, given), async (tx) => {
      await lockTeam(tx, scope.centerId);
      const { id } = await withIdempotency(tx, request, async () => {
        await checkRoom(tx, scope.centerId);
        return await addMember(context, tx, request, { ...invitation, token, inviteHash: given.tokenHash });
      });
      return await showChangedMember(tx, request, await getMember(tx, scope.centerId, id));
    });
  } catch (error) {
    throw toTeamConflict(error);
  }
}

async function checkRoom(tx: Tx, centerId: string): Promise<void> {
  const { present, invitedToday } = await countMembers(tx, centerId);
  if (present >= maxMembers) throw new Fault('invalid_state');
  if (invitedToday >= maxInvitationsPerDay) throw new Fault('rate_limited', { retryAfterSeconds: dayS });
}

async function addMember(
  context: InviteContext,
  tx: Tx,
  request: RequestContext<CenterPrincipal>,
  { token, inviteHash, ...invitation }: MemberInvitation & { token: string; inviteHash: Buffer },
): Promise<string> {
  const { centerId, userId, language } = request.principal;
  const id = newId(context.clock, context.random);
  const member = { ...invitation, language: invitation.language ?? language };
  await insertMember(tx, { id, centerId, invitedBy: userId, inviteHash, ...member });
  const object = { kind: 'member', id };
  await record(tx, {
    event: 'member_invited',
    ...toAuditFields(request),
    object,
    details: { roles: invitation.roles },
  });
  await mailInvitation(context, tx, member, { center: await getCenterName(tx, centerId), token });
  await notifyClients(tx, changeOf(centerId, id));
  return id;
}

/**
 * Mails a new invitation to a member who has not joined; the earlier link ends. Throws `not_found`, `invalid_state` for a member
 * who joined or left, `rate_limited`.
 */
export async function resendInvitation(
  context: InviteContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  id: string,
): Promise<TeamMember> {
  const { email } = await context.db.read(scope, (tx) => getMember(tx, scope.centerId, id));
  const token = randomToken(context.random);
  const inviteHash = hashSecret(token);
  return await context.db.within(invitingScope(scope, { email, tokenHash: inviteHash }), async (tx) => {
    await lockTeam(tx, scope.centerId);
    const member = await getMember(tx, scope.centerId, id);
    if (member.state !== 'invited') throw new Fault('invalid_state');
    const { invitedToday } = await countMembers(tx, scope.centerId);
    if (invitedToday >= maxInvitationsPerDay) throw new Fault('rate_limited', { retryAfterSeconds: dayS });
    await replaceInvitation(tx, id, inviteHash);
    await record(tx, { event: 'member_invited', ...toAuditFields(request), object: { kind: 'member', id } });
    await mailInvitation(context, tx, member, { center: await getCenterName(tx, scope.centerId), token });
    await notifyClients(tx, changeOf(scope.centerId, id));
    return await showChangedMember(tx, request, await getMember(tx, scope.centerId, id));
  });
}
