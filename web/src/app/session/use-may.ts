import type { Route } from '@medcloud/contract/route';
import { useSession } from './session.tsx';

/**
 * Returns whether the roles of the signed-in member of a center include what a route needs. True for everyone else, whom
 * the server refuses for other reasons.
 */
export function useMay(): (route: Pick<Route, 'needs'>) => boolean {
  const { member } = useSession();
  return ({ needs }) => !member || !needs || needs === 'membership' || member.permissions.includes(needs);
}
