import { screens } from '@medcloud/contract/screens';
import { syntheticExamIds, syntheticExamsPath } from '@medcloud/contract/shapes/synthetic-exams';
import { useEffect, useState } from 'react';
import { useUrlParams } from '../../app/routing/url-params.ts';
import { setCallSource } from '../../calls/client/call-source.ts';
import { useExamToOpen } from '../../calls/exams.ts';
import { useText } from '../../text/language.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { TrialContext } from '../exams/view/trial.ts';
import { loadViewer } from '../exams/view/use-viewer.ts';
import { OpenExam } from '../exams/view/view.tsx';
import { StaticSeriesSource } from './static-series-source.ts';

/**
 * Answers the calls of this page from the files of the synthetic exams. It stays so until the page is left, so that no
 * late call of the viewer reaches the server: all links of the screen open another page.
 */
function useStaticSource(): void {
  // the first call starts before this component's effects
  useState(() => setCallSource(new StaticSeriesSource(syntheticExamsPath)));
}

/** Says that the images are synthetic and nothing is stored, and changes the language. */
function TrialNotice() {
  const t = useText('viewer');
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-v-line bg-v-raised px-4 py-1 text-small">
      <p className="mr-auto min-w-0">{t('trial.notice')}</p>
      <LanguageSwitch />
    </div>
  );
}

/** Renders `/try`: the viewer with synthetic exams, without an account. `?exam=` names the opened one. */
export function Try() {
  const t = useText('viewer');
  useStaticSource();
  const [params] = useUrlParams();
  const examId = params.get('exam') ?? syntheticExamIds.current;
  const { data, error, isFetching, refetch } = useExamToOpen(examId);
  // starts in parallel with the exams
  useEffect(() => void loadViewer().catch(() => undefined), []);
  return (
    <TrialContext value={{ home: screens.home, addressOf: (id) => `${screens.try}?exam=${id}` }}>
      <div data-theme="dark" className="fixed inset-0 flex flex-col overflow-hidden bg-v-chrome text-v-ink">
        <title>{`${t('trial.title')} · MedCloud`}</title>
        <TrialNotice />
        <div className="min-h-0 flex-1">
          {data && <OpenExam key={examId} examView={data} onRefused={() => undefined} />}
          {!data && (
            <main className="p-4">
              <h1 className="sr-only">{t('trial.title')}</h1>
              {error ? (
                <ErrorState
                  title={t('trial.failed')}
                  text={t('trial.failedText')}
                  onRetry={() => void refetch()}
                  busy={isFetching}
                />
              ) : (
                <SkeletonRows rows={6} label={t('loading')} />
              )}
            </main>
          )}
        </div>
      </div>
    </TrialContext>
  );
}
