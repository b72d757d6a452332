import { supportStates } from '@medcloud/contract/choices';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlText } from '../../../app/routing/url-text.ts';

/** The views of the list. The inbox starts with the messages that are waiting. */
export const inboxViews = [...supportStates, 'all'] as const;
export type InboxView = (typeof inboxViews)[number];

/** Reads the inbox's state from the URL: state, order, search and the open message. */
export function useInboxAddress() {
  const [params, setParams] = useUrlParams();
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
    // Only the first sheet adds a history entry: a phone's Back button then returns to the list. Later ones replace it.
    open: (id: string | null) =>
      setParams((before) => withParam(before, 'message', id ?? ''), { replace: openId !== null }),
  };
}

export type InboxAddress = ReturnType<typeof useInboxAddress>;
