import { PortalError } from '@medcloud/contract/caller';
import { screens } from '@medcloud/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

function asksForPassword(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'password_change_required';
}

/** In production nothing answers before a given password is changed: the first such answer leads to the account page. */
export function usePasswordGate(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const look = (error: unknown) => {
      if (asksForPassword(error)) void navigate(screens.account);
    };
    const reads = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    });
    const acts = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    });
    return () => {
      reads();
      acts();
    };
  }, [client, navigate]);
}
