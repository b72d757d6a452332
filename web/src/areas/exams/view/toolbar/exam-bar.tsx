import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { patientName } from '../../../../lib/names.ts';
import { useMismatchText } from '../../../../preview/mismatch-badge.tsx';
import { useFormat } from '../../../../text/format.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { LastErrorMessage } from '../../../../ui/feedback/last-error-message.tsx';
import { useTrial } from '../trial.ts';
import { BackButton } from './back-button.tsx';
import { DownloadExam } from './download-exam.tsx';

const FileHashPopover = lazyComponent(
  async () => (await import('../panels/file-hash-popover.tsx')).FileHashPopover,
  null,
);

const ExamFacts = memo(function ExamFacts({ exam, patient, series }: ViewerExam) {
  const t = useText('viewer');
  const ui = useUiText();
  const format = useFormat();
  const hasFile = useTrial() === null;
  const study = series[0]?.studyDescription?.trim() || ui(`examType.${exam.examType}`);
  const birthDate = format.day(patient.dateOfBirth);
  return (
    <>
      <div className="flex min-w-0 flex-1 items-center md:gap-4 md:border-l md:border-v-line md:pl-4 max-md:flex-col max-md:items-start">
        <h1 className="max-w-full truncate md:shrink-0 text-[0.9375rem] font-semibold">{patientName(patient)}</h1>
        <p className="max-w-full truncate text-small text-v-muted figures">
          <span className="sr-only">{t('born', { day: birthDate })}</span>
          <span aria-hidden="true">{birthDate}</span>
          <span className="max-md:hidden"> · {ui(`gender.${patient.gender}`)}</span>
          <span className="max-lg:hidden"> · {patient.patientId}</span>
          <span className="md:hidden">
            {' '}
            · {study}, {format.day(exam.examDate)}
          </span>
        </p>
        <p className="truncate border-l border-v-line pl-4 text-small text-v-muted max-md:hidden figures">
          {study}, {format.day(exam.examDate)}
        </p>
      </div>
      {hasFile && <FileHashPopover exam={exam} />}
      {hasFile && <DownloadExam exam={exam} />}
    </>
  );
});

/** Stays below the bar: the images' own name and birth date are hidden on a phone. */
function MismatchNote({ mismatch }: { mismatch: NonNullable<ViewerExam['exam']['mismatch']> }) {
  const textOf = useMismatchText();
  return (
    <p className="flex shrink-0 items-center gap-2 border-b border-v-line bg-v-raised px-4 py-1 text-small text-v-warn">
      <TriangleAlert size={15} className="shrink-0" aria-hidden="true" />
      {textOf(mismatch)}
    </p>
  );
}

/** Shows the patient, the exam and its date. Always visible (interface, "The viewer"). */
export function ExamBar({ examView, children }: { examView: ViewerExam; children?: ReactNode }) {
  return (
    <>
      <header className="flex h-13 shrink-0 items-center gap-1 border-b border-v-line bg-v-chrome px-1 md:h-12 md:px-2">
        <BackButton />
        <ExamFacts {...examView} />
        {children}
      </header>
      {examView.exam.mismatch && <MismatchNote mismatch={examView.exam.mismatch} />}
      <LastErrorMessage />
    </>
  );
}
