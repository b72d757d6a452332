import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToSignOut } from '../../calls/client/stored-session.ts';

/** Forgets every answer when somebody signs out, in whichever tab: nothing of theirs stays in memory. */
export function ClearCacheOnSignOut() {
  const client = useQueryClient();
  useEffect(() => subscribeToSignOut(() => client.getQueryCache().clear()), [client]);
  return null;
}
