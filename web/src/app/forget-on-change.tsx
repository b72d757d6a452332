import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followSession } from '../calls/session-end.ts';

/** Forgets every answer when the session changes: the next person at this browser finds nothing of the last. */
export function ForgetOnChange() {
  const client = useQueryClient();
  useEffect(() => followSession(() => client.getQueryCache().clear()), [client]);
  return null;
}
