import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { type DataSet, textOf } from '@medcloud/dicom/json';
import { patientName } from '../../../../../lib/names.ts';
import { useFormat } from '../../../../../text/format.ts';
import { useLanguage, useText } from '../../../../../text/language.tsx';
import { formatDicomDate } from '../../panes/overlay.tsx';
import type { PaperView } from './use-paper.ts';

interface PrintHeaderProps {
  shownExam: ViewerExam;
  facts: DataSet;
  label: string;
  view: PaperView;
}

/** On paper only: whose recording it is, by the record and by the file, and the scales. */
export function PrintHeader({ shownExam: { patient, exam }, facts, label, view }: PrintHeaderProps) {
  const t = useText('viewer/objects.waveform');
  const viewer = useText('viewer');
  const format = useFormat();
  const { language } = useLanguage();
  const inFile = [
    textOf(facts, '00100010')?.replaceAll('^', ' ').replace(/\s+/g, ' ').trim(),
    formatDicomDate(textOf(facts, '00100030'), language),
    textOf(facts, '00100020'),
  ].filter(Boolean);
  const scales = [
    label,
    t('speedValue', { speed: String(view.speed) }),
    view.hasGain && t('gainValue', { gain: String(view.gain) }),
    view.pages.length > 1 && t('page', { page: String(view.pageIndex + 1), pages: String(view.pages.length) }),
  ];
  return (
    <header data-print-header className="hidden print:block">
      <p>
        <strong>{patientName(patient)}</strong> · {viewer('born', { day: format.day(patient.dateOfBirth) })} ·{' '}
        {patient.patientId} · {format.day(exam.examDate)}
      </p>
      <p>{t('inFile', { facts: inFile.join(' · ') })}</p>
      <p>
        {scales.filter(Boolean).join(' · ')} · {viewer('review')}
      </p>
    </header>
  );
}
