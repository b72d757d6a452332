import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The state of a page that was opened from a page of the portal: that one is behind it. Whatever replaces its address carries it on. */
export const fromList = { from: 'list' } as const;

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromList.from;

/** Whether a list is behind this page, and a link's press that goes back to it as it was; without one the link is followed. */
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
