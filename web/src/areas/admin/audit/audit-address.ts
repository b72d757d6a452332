import {
  type AuditGroup,
  type AuditOutcome,
  auditGroupNames,
  auditOutcomes,
} from '@medcloud/contract/operations/audit-events';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlText } from '../../../app/routing/url-text.ts';
import type { AuditFilter } from '../../../calls/audit.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const parseDay = (text: string | null) => (text !== null && dayPattern.test(text) ? text : '');

/** Reads the audit screen's state from the URL: search, kind, outcome, period and the open entry. */
export function useAuditAddress() {
  const [params, setParams] = useUrlParams();
  const search = useUrlText('search');
  const group = auditGroupNames.find((each) => each === params.get('group'));
  const outcome = auditOutcomes.find((each) => each === params.get('outcome'));
  const [dateFrom, dateTo] = [parseDay(params.get('from')), parseDay(params.get('to'))];
  const openId = params.get('entry');
  const setParam = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value), { replace: true });
  const filter: AuditFilter = { search: search.debounced.trim(), group, outcome, dateFrom, dateTo };
  return {
    search,
    filter,
    openId,
    isSwapped: dateFrom !== '' && dateTo !== '' && dateTo < dateFrom,
    isFiltered: Object.values(filter).some((value) => value !== undefined && value !== ''),
    chooseGroup: (wanted: AuditGroup | 'all') => setParam('group', wanted === 'all' ? '' : wanted),
    chooseOutcome: (wanted: AuditOutcome | 'all') => setParam('outcome', wanted === 'all' ? '' : wanted),
    choosePeriod: (end: 'from' | 'to', day: string) => setParam(end, day),
    clear: () => setParams({}, { replace: true }),
    /** Searches for one account, session, patient, center or object, as a new history entry. */
    follow: (identifier: string) => setParams({ search: identifier }),
    // only the first sheet adds a history entry: a phone's Back button then returns to the list
    open: (id: string | null) =>
      setParams((before) => withParam(before, 'entry', id ?? ''), { replace: openId !== null }),
  };
}

export type AuditAddress = ReturnType<typeof useAuditAddress>;
