import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToSignOut } from '../../calls/client/stored-session.ts';

/** Clears all cached responses on sign-out in any tab, so no data of the user stays in memory. */
export function ClearCacheOnSignOut() {
  const client = useQueryClient();
  useEffect(() => subscribeToSignOut(() => client.getQueryCache().clear()), [client]);
  return null;
}
