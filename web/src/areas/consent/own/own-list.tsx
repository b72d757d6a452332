import type { OwnExams } from '@medcloud/contract/shapes/viewing';
import { Download, Eye } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { PublicLayout } from '../../../app/layout/public-layout.tsx';
import { getOwnExams, ownDownloadUrl } from '../../../calls/own.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Loading } from '../notices.tsx';
import { PageTitle } from '../page-title.tsx';
import { ConsentButton } from '../parts.tsx';
import { type OwnEnd, readEnd, viewingMinutes } from './own-end.ts';
import { OwnViewer } from './own-viewer.tsx';
import { useExamName } from './use-exam-name.ts';

type OwnExam = OwnExams['exams'][number];

function useOwnExams(onEnd: (end: OwnEnd) => void) {
  const [list, setList] = useState<OwnExams | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(
    async (cursor?: string) => {
      setFailed(false);
      try {
        const page = await getOwnExams(cursor);
        setList((before) =>
          before === null || cursor === undefined ? page : { ...page, exams: [...before.exams, ...page.exams] },
        );
      } catch (error) {
        const end = readEnd(error);
        if (end === null) setFailed(true);
        else onEnd(end);
      }
    },
    [onEnd],
  );
  useEffect(() => {
    void load();
  }, [load]);
  return { list, hasFailed, load };
}

/** Lists the person's exams, each to be viewed and downloaded. */
export function OwnList({ onEnd, onClose }: { onEnd: (end: OwnEnd) => void; onClose: () => void }) {
  const t = useText('access.own');
  const { list, hasFailed, load } = useOwnExams(onEnd);
  const [viewed, setViewed] = useState<OwnExam | null>(null);
  if (list === null) return hasFailed ? <LoadFailed onRetry={() => void load()} onClose={onClose} /> : <Loading />;
  if (viewed !== null) return <OwnViewer exam={viewed} onEnd={onEnd} onClose={() => setViewed(null)} />;
  const title = t('list.title', { name: list.name });
  return (
    <PublicLayout title={title}>
      <PageTitle shouldFocus>{title}</PageTitle>
      <p className="mt-1">{list.medicalCenter.name}</p>
      <p className="mt-2 text-prose text-ink-muted">{t('list.closes', { count: viewingMinutes })}</p>
      {list.exams.length === 0 && <p className="mt-6">{t('list.none')}</p>}
      <ul className="mt-6 flex flex-col gap-4">
        {list.exams.map((exam) => (
          <ExamLine key={exam.id} exam={exam} onView={() => setViewed(exam)} />
        ))}
      </ul>
      {list.exams.length > 0 && <p className="mt-4 text-prose text-ink-muted">{t('list.downloadNote')}</p>}
      <div className="mt-6 flex flex-col gap-3">
        <p className="text-center font-semibold">{t('viewer.ask')}</p>
        {list.cursor !== null && (
          <ConsentButton variant="quiet" onClick={() => void load(list.cursor ?? undefined)}>
            {t('list.more')}
          </ConsentButton>
        )}
        <ConsentButton variant="quiet" onClick={onClose}>
          {t('back')}
        </ConsentButton>
      </div>
    </PublicLayout>
  );
}

const linkClasses =
  'flex min-h-11 items-center justify-center gap-2 rounded-card border px-4 py-2 font-semibold flex-1 basis-36';

function ExamLine({ exam, onView }: { exam: OwnExam; onView: () => void }) {
  const t = useText('access.own');
  const format = useFormat();
  const name = useExamName()(exam);
  const day = format.longDay(exam.examDate);
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-4">
      <h2 className="font-semibold">{name}</h2>
      <p className="text-prose text-ink-muted">
        {day} · {exam.imageCount ? t('list.images', { count: exam.imageCount }) : t('list.noImages')}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {exam.imageCount ? (
          <button
            type="button"
            onClick={onView}
            aria-label={`${t('list.open')}: ${name}, ${day}`}
            className={`${linkClasses} border-transparent bg-primary text-on-primary hover:bg-primary-hover`}
          >
            <Eye size={22} />
            {t('list.open')}
          </button>
        ) : null}
        <a
          href={ownDownloadUrl(exam.id)}
          download
          aria-label={`${t('list.download')}: ${name}, ${day}`}
          className={`${linkClasses} border-line-mid bg-surface text-ink hover:bg-sunken`}
        >
          <Download size={22} />
          {t('list.download')}
        </a>
      </div>
    </li>
  );
}

function LoadFailed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const t = useText('access.own');
  return (
    <PublicLayout title={t('failed.title')}>
      <PageTitle shouldFocus>{t('failed.title')}</PageTitle>
      <p role="alert" className="mt-4 mb-6">
        {t('failed.text')}
      </p>
      <div className="flex flex-col gap-3">
        <ConsentButton variant="grant" onClick={onRetry}>
          {t('failed.retry')}
        </ConsentButton>
        <ConsentButton variant="quiet" onClick={onClose}>
          {t('back')}
        </ConsentButton>
      </div>
    </PublicLayout>
  );
}
