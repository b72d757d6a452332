import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useWorklist } from '../../../calls/doctor.ts';
import { useText } from '../../../text/language.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { EndingAccess } from './ending-access.tsx';
import { WaitingRequests } from './waiting-requests.tsx';
import { WorklistExams } from './worklist-exams.tsx';

type Show = 'new' | 'all';

const requestsId = 'worklist-requests';
const endingId = 'worklist-ending';

/** Reads from the URL whether only new exams are listed, or all. */
export function useExamsToShow(): { show: Show; choose: (show: Show) => void } {
  const [params, setParams] = useUrlParams();
  return {
    show: params.get('show') === 'all' ? 'all' : 'new',
    choose: (show) => setParams((before) => withParam(before, 'show', show === 'all' ? show : ''), { replace: true }),
  };
}

interface WorklistProps {
  list: ReturnType<typeof useWorklist>;
}

/** What waits for the doctor: exams, then requests, then access that ends soon. */
export function Worklist({ list }: WorklistProps) {
  const t = useText('doctor');
  const { show, choose } = useExamsToShow();
  const counts = list.first?.counts;
  const tabs = [
    { value: 'new', label: t('worklist.new'), ...(counts === undefined ? {} : { count: counts.new }) },
    { value: 'all', label: t('worklist.all') },
  ] as const;
  return (
    <div className="mb-6 flex flex-col gap-6">
      <section aria-labelledby="worklist">
        {counts && <Jumps waiting={counts.waiting} ending={counts.endsSoon} />}
        <h2 id="worklist" className="sr-only">
          {t('worklist.exams')}
        </h2>
        <Tabs<Show> label={t('worklist.show')} value={show} onChange={choose} tabs={tabs}>
          <ExamsOfTab list={list} show={show} />
        </Tabs>
      </section>
      {list.first && (
        <>
          <div id={requestsId} className="scroll-mt-20 empty:hidden">
            <WaitingRequests requests={list.first.requests} />
          </div>
          <div id={endingId} className="scroll-mt-20 empty:hidden">
            <EndingAccess grants={list.first.endsSoon} count={list.first.counts.endsSoon} />
          </div>
        </>
      )}
    </div>
  );
}

/** Leads past a long list of exams to what else waits. */
function Jumps({ waiting, ending }: { waiting: number; ending: number }) {
  const t = useText('doctor');
  const jumps = [
    { id: requestsId, count: waiting, label: t('worklist.waitingCount', { count: waiting }) },
    { id: endingId, count: ending, label: t('worklist.endingCount', { count: ending }) },
  ].filter(({ count }) => count > 0);
  if (jumps.length === 0) return null;
  return (
    <p className="-mt-2 mb-2 flex flex-wrap gap-x-5">
      {jumps.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="min-h-11 text-primary-text hover:underline md:min-h-6"
          onClick={() => document.getElementById(id)?.scrollIntoView()}
        >
          {label}
        </button>
      ))}
    </p>
  );
}

function ExamsOfTab({ list, show }: WorklistProps & { show: Show }) {
  const t = useText('doctor');
  if (list.exams !== undefined) return <WorklistExams list={list} exams={list.exams} show={show} />;
  if (list.isError) return <ApiErrorState title={t('worklist.failed')} query={list} />;
  return (
    <Card isFlush className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
      <SkeletonRows rows={3} label={t('exams.loading')} />
    </Card>
  );
}
