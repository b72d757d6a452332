import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLeaving } from '../../calls/client/session-end.ts';

/** Forgets every answer when somebody signs out, in whichever tab: nothing of theirs stays in memory. */
export function ForgetOnLeaving() {
  const client = useQueryClient();
  useEffect(() => followLeaving(() => client.getQueryCache().clear()), [client]);
  return null;
}
