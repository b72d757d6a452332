import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * History state of a page opened from another page of the application. Code that replaces its URL must keep this state.
 */
export const fromList = { from: 'list' } as const;

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromList.from;

/**
 * Returns whether a list is the previous history entry, and a click handler that goes back to it. Otherwise the link is
 * followed.
 */
export function useBackLink() {
  const navigate = useNavigate();
  const hasList = isFromList(useLocation().state);
  const goBack = (event: MouseEvent) => {
    if (!hasList) return;
    event.preventDefault();
    void navigate(-1);
  };
  return { hasList, goBack };
}
