import * as z from 'zod';
import { route } from '../route.ts';
import { ok } from '../shapes/common.ts';
import {
  acceptedInvitation,
  invitation,
  invitationAcceptance,
  invitationToken,
  memberChange,
  memberInvitation,
  teamMember,
} from '../shapes/team.ts';

const source = 'issue 20; docs/decisions/085';

export const team = route({
  method: 'GET',
  path: '/api/medical-center/team',
  access: 'center',
  needs: 'membership',
  rate: 'general',
  summary:
    'The members of the center, by name, and the last hundred who left. Who manages them also sees their addresses.',
  source,
  reply: z.array(teamMember),
});

export const inviteMember = route({
  method: 'POST',
  path: '/api/medical-center/members',
  access: 'center',
  needs: 'team.manage',
  rate: 'general',
  summary: 'Invites a person to the center by a mailed link, which works for seven days.',
  source,
  stepUp: true,
  body: memberInvitation,
  status: 201,
  reply: teamMember,
  idempotent: true,
});

export const changeMember = route({
  method: 'PATCH',
  path: '/api/medical-center/members/{id}',
  access: 'center',
  needs: 'team.manage',
  rate: 'general',
  summary: 'Changes the name, the sign-in name or the roles of a member. A member cannot change their own roles.',
  source,
  stepUp: true,
  body: memberChange,
  reply: teamMember,
});

const memberAct = {
  method: 'POST',
  access: 'center',
  needs: 'team.manage',
  rate: 'general',
  source,
  stepUp: true,
  ignoresBody: true,
  reply: teamMember,
} as const;

export const suspendMember = route({
  ...memberAct,
  path: '/api/medical-center/members/{id}/suspend',
  summary: 'Suspends a member: sessions and tokens of this center end at once. Repeating the call has no effect.',
});

export const reinstateMember = route({
  ...memberAct,
  path: '/api/medical-center/members/{id}/reinstate',
  summary: 'Lifts a member’s suspension. Repeating the call has no effect.',
});

export const endMember = route({
  ...memberAct,
  path: '/api/medical-center/members/{id}/end',
  summary: 'Ends a membership or an invitation for good. What the person did stays. Repeating the call has no effect.',
});

export const resendInvitation = route({
  ...memberAct,
  path: '/api/medical-center/members/{id}/send-again',
  summary: 'Mails a new invitation to a member who has not joined. The earlier link ends.',
});

export const resetMemberFactors = route({
  ...memberAct,
  path: '/api/medical-center/members/{id}/reset-factors',
  source: 'issue 20; docs/decisions/086',
  summary:
    'Removes the lost second factor of a member whose account has no other rights, and ends the account’s sessions.',
});

export const leave = route({
  method: 'POST',
  path: '/api/medical-center/leave',
  access: 'center',
  needs: 'membership',
  rate: 'general',
  summary: 'Ends the own membership, with its sessions and tokens. The center’s own account cannot leave.',
  source,
  ignoresBody: true,
  reply: ok,
});

export const findInvitation = route({
  method: 'POST',
  path: '/api/auth/invitation/lookup',
  access: 'anyone',
  rate: 'login',
  summary: 'Who invites whom, by the mailed link.',
  source,
  body: invitationToken,
  reply: invitation,
});

export const acceptInvitation = route({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  access: 'anyone',
  rate: 'login',
  summary: 'Joins the center by the mailed link, once, with a new account and its password.',
  source,
  body: invitationAcceptance,
  reply: acceptedInvitation,
});

export const joinByInvitation = route({
  method: 'POST',
  path: '/api/auth/invitation/join',
  access: 'signed-in',
  rate: 'login',
  summary: 'Joins the center by the mailed link, once, with the account of the invited address, which is signed in.',
  source,
  body: invitationToken,
  reply: acceptedInvitation,
});
