import {
  type AuditGroup,
  type AuditOutcome,
  auditGroupNames,
  auditOutcomes,
} from '@medcloud/contract/operations/audit-events';
import { useSearchParams } from 'react-router';
import { useUrlText, withParam } from '../../../app/routing/url-text.ts';
import type { AuditFilter } from '../../../calls/audit.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const parseDay = (text: string | null) => (text !== null && dayPattern.test(text) ? text : '');

/** What the address says of the audit trail: search, kind, outcome, period, and which entry is open. */
export function useAuditAddress() {
  const [params, setParams] = useSearchParams();
  const search = useUrlText('search');
  const group = auditGroupNames.find((each) => each === params.get('group'));
  const outcome = auditOutcomes.find((each) => each === params.get('outcome'));
  const [dateFrom, dateTo] = [parseDay(params.get('from')), parseDay(params.get('to'))];
  const openId = params.get('entry');
  const setParam = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value), { replace: true });
  const filter: AuditFilter = { search: search.rested.trim(), group, outcome, dateFrom, dateTo };
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
    /** Everything of one account, session, patient, center or object: a step of the history of its own. */
    follow: (identifier: string) => setParams({ search: identifier }),
    // the first sheet is a step of the history, so that a phone's Back returns to the list
    open: (id: string | null) =>
      setParams((before) => withParam(before, 'entry', id ?? ''), { replace: openId !== null }),
  };
}

export type AuditAddress = ReturnType<typeof useAuditAddress>;
