import { useUrlParams, withParam } from '../app/routing/url-params.ts';
import { dayOf } from '../lib/dates.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const daysShown = 30;

/** Reads the report's subject and period from the URL. The period is the last 30 days unless it was chosen. */
export function useReportAddress() {
  const [params, setParams] = useUrlParams();
  const now = new Date();
  const day = (name: string, fallback: Date) => {
    const chosen = params.get(name) ?? '';
    return dayPattern.test(chosen) ? chosen : dayOf(fallback);
  };
  const from = day('from', new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysShown));
  const to = day('to', now);
  const setParam = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value), { replace: true });
  return {
    query: { subject: params.get('subject') ?? '', from, to },
    isSwapped: to < from,
    chooseSubject: (subject: string) => setParam('subject', subject),
    chooseDay: (end: 'from' | 'to', value: string) => setParam(end, value),
  };
}

export type ReportAddress = ReturnType<typeof useReportAddress>;
