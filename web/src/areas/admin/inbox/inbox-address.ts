import { supportStates } from '@medcloud/contract/choices';
import { useSearchParams } from 'react-router';
import { useUrlText, withParam } from '../../../app/routing/url-text.ts';

/** Which messages the list shows; the inbox opens with those that wait. */
export const inboxViews = [...supportStates, 'all'] as const;
export type InboxView = (typeof inboxViews)[number];

/** What the address says of the inbox: state, order, search, and which message is open. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const search = useUrlText('search');
  const view: InboxView = inboxViews.find((each) => each === params.get('state')) ?? 'open';
  const sort: 'newest' | 'urgent' = params.get('sort') === 'urgent' ? 'urgent' : 'newest';
  const openId = params.get('message');
  const setParam = (name: string, value: string, defaultValue: string) =>
    setParams((before) => withParam(before, name, value === defaultValue ? '' : value), { replace: true });
  return {
    search,
    view,
    sort,
    openId,
    chooseView: (wanted: InboxView) => setParam('state', wanted, 'open'),
    changeSort: (wanted: 'newest' | 'urgent') => setParam('sort', wanted, 'newest'),
    // The first sheet is a step of the history, so that a phone's Back returns to the list; the next ones take its place.
    open: (id: string | null) =>
      setParams((before) => withParam(before, 'message', id ?? ''), { replace: openId !== null }),
  };
}

export type InboxAddress = ReturnType<typeof useInboxAddress>;
