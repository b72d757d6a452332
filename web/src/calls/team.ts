import { changeSettings, settings } from '@medcloud/contract/routes/center/settings';
import * as team from '@medcloud/contract/routes/team';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

/** Lists the center's members. No event reports who signed in, so opening a screen always fetches it again. */
export const useTeam = () => useApiQuery(team.team, {}, { shouldAlwaysRefetch: true });

const changesTeam = { invalidates: [team.team] } as const;

export const useInviteMember = () => useApiMutation(team.inviteMember, { ...changesTeam, idempotent: true });
export const useChangeMember = () => useApiMutation(team.changeMember, changesTeam);
export const useSuspendMember = () => useApiMutation(team.suspendMember, changesTeam);
export const useReinstateMember = () => useApiMutation(team.reinstateMember, changesTeam);
export const useEndMember = () => useApiMutation(team.endMember, changesTeam);
export const useResendInvitation = () => useApiMutation(team.resendInvitation, changesTeam);
export const useLeaveCenter = () => useApiMutation(team.leave);

/** Gets who invites whom, by the token of a mailed link. The link stays valid. */
export const useInvitation = (token: string) => useApiQuery(team.findInvitation, { body: { token } });
/** Joins with a new account. */
export const useAcceptInvitation = () => useApiMutation(team.acceptInvitation);
/** Joins with the account that is signed in. */
export const useJoinByInvitation = () => useApiMutation(team.joinByInvitation);

/** Gets what the center requires. No event reports who set up a second factor, so opening the screen fetches it again. */
export const useCenterSettings = () => useApiQuery(settings, {}, { shouldAlwaysRefetch: true });

export const useChangeCenterSettings = () => useApiMutation(changeSettings, { invalidates: [settings] });
