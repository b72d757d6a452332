import {
  type EventLevel,
  type EventSource,
  eventLevels,
  eventSources,
} from '@medcloud/contract/operations/system-events';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlText } from '../../../app/routing/url-text.ts';

const logTabs = ['log', 'messages'] as const;
export type LogTab = (typeof logTabs)[number];

/** Reads the system log's state from the URL: tab, level, source and search text. */
export function useLogAddress() {
  const [params, setParams] = useUrlParams();
  const search = useUrlText('search');
  const tab: LogTab = logTabs.find((each) => each === params.get('tab')) ?? 'log';
  const level: EventLevel | undefined = eventLevels.find((each) => each === params.get('level'));
  const source = eventSources.find((each) => each === params.get('source'));
  const setParam = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value), { replace: true });
  return {
    search,
    tab,
    level,
    source,
    isFiltered: search.debounced !== '' || level !== undefined || source !== undefined,
    showTab: (wanted: LogTab) => setParams(wanted === 'log' ? {} : { tab: wanted }),
    chooseLevel: (wanted: EventLevel | 'all') => setParam('level', wanted === 'all' ? '' : wanted),
    chooseSource: (wanted: EventSource | 'all') => setParam('source', wanted === 'all' ? '' : wanted),
    clear: () => setParams({}, { replace: true }),
  };
}

export type LogAddress = ReturnType<typeof useLogAddress>;
