import type { OwnWindow } from '@medcloud/contract/choices';
import type { OwnExams, OwnExamWithSeries } from '@medcloud/contract/shapes/viewing';
import { Download } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getOwnExam, ownDownloadUrl } from '../../../calls/own.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { LanguageSwitch } from '../../../ui/actions/language-switch.tsx';
import { type OwnEnd, readEnd } from './own-end.ts';
import { SeriesImages } from './series-images.tsx';
import { useExamName } from './use-exam-name.ts';

// not `ownWindowNames`, whose file is in the application's script
const windowNames = ['soft', 'lung', 'bone'] as const satisfies OwnWindow[];
const selectClasses = 'min-h-11 w-full rounded-card border border-line-strong bg-surface px-3';

/** Shows an own exam: one image at a time, rendered by the server, with its series and brightness to choose. */
export function OwnViewer({
  exam,
  onEnd,
  onClose,
}: {
  exam: OwnExams['exams'][number];
  onEnd: (end: OwnEnd) => void;
  onClose: () => void;
}) {
  const t = useText('access.own');
  const format = useFormat();
  const examName = useExamName()(exam);
  const name = `${examName}, ${format.day(exam.examDate)}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const { opened, hasFailed, retry } = useOpenedExam(exam.id, onEnd);
  const [place, setPlace] = useState(0);
  const [window, setWindow] = useState<OwnWindow | null>(null);
  const series = opened?.series[place];
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex min-h-dvh flex-col text-consent">
      <title>{`${name} · MedCloud`}</title>
      <header className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line bg-surface px-3 py-1">
        <button
          type="button"
          onClick={onClose}
          className="flex min-h-11 items-center gap-2 font-semibold text-primary-text hover:underline"
        >
          <span aria-hidden className="text-[1.5rem] leading-none">
            ‹
          </span>
          {t('viewer.back')}
        </button>
        <div className="max-sm:hidden">
          <LanguageSwitch by="name" />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-2 px-3 py-2">
        <div className="flex items-center justify-between gap-3">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 font-semibold wrap-anywhere">
            {name}
          </h1>
          <a
            href={ownDownloadUrl(exam.id)}
            download
            className="flex min-h-11 shrink-0 items-center gap-2 font-semibold text-primary-text hover:underline"
          >
            <Download size={22} />
            {t('list.download')}
          </a>
        </div>
        {hasFailed && (
          <p role="alert">
            {t('failed.text')}{' '}
            <button type="button" onClick={retry} className="min-h-11 font-semibold text-primary-text underline">
              {t('viewer.retry')}
            </button>
          </p>
        )}
        {opened && series === undefined && <p>{t('viewer.none')}</p>}
        {opened && series && (
          <>
            <div className="flex flex-wrap gap-3 *:min-w-40 *:flex-1">
              {opened.series.length > 1 && <SeriesChoice series={opened.series} place={place} onChange={setPlace} />}
              {exam.examType === 'ct' && <WindowChoice value={window} onChange={setWindow} />}
            </div>
            <SeriesImages
              key={series.number}
              examId={exam.id}
              series={series}
              window={window}
              examName={examName}
              onEnd={onEnd}
            />
          </>
        )}
        <p className="text-center font-semibold">{t('viewer.ask')}</p>
      </main>
    </div>
  );
}

function useOpenedExam(id: string, onEnd: (end: OwnEnd) => void) {
  const [opened, setOpened] = useState<OwnExamWithSeries | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    getOwnExam(id).then(setOpened, (error) => {
      const end = readEnd(error);
      if (end === null) setFailed(true);
      else onEnd(end);
    });
  }, [id, onEnd]);
  useEffect(load, [load]);
  return { opened, hasFailed, retry: load };
}

function SeriesChoice({
  series,
  place,
  onChange,
}: {
  series: OwnExamWithSeries['series'];
  place: number;
  onChange: (place: number) => void;
}) {
  const t = useText('access.own');
  return (
    <label className="flex flex-col">
      <span className="sr-only">{t('viewer.series', { number: '' })}</span>
      <select value={place} onChange={(event) => onChange(Number(event.target.value))} className={selectClasses}>
        {series.map(({ number, images }, index) => (
          <option key={number} value={index}>
            {t('viewer.seriesImages', { number: String(index + 1), count: images })}
          </option>
        ))}
      </select>
    </label>
  );
}

function WindowChoice({ value, onChange }: { value: OwnWindow | null; onChange: (window: OwnWindow | null) => void }) {
  const t = useText('access.own');
  return (
    <label className="flex flex-col">
      <span className="sr-only">{t('viewer.windows')}</span>
      <select
        value={value ?? ''}
        onChange={(event) => onChange(windowNames.find((name) => name === event.target.value) ?? null)}
        className={selectClasses}
      >
        <option value="">{t('viewer.window.file')}</option>
        {windowNames.map((name) => (
          <option key={name} value={name}>
            {t(`viewer.window.${name}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
