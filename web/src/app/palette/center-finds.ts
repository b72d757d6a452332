import { screens } from '@medcloud/contract/screens';
import { FileArchive, UserRound } from 'lucide-react';
import { useExamHistory, usePatientChoices } from '../../calls/medical-center.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { paletteText } from '../../text/palette.ts';
import { type Finding, type Finds, shownFinds } from './finds.ts';

/** A center's patients, and the exams of who is found. */
export function useCenterFinds({ search, go }: Finding): Finds {
  const t = useText(paletteText);
  const ui = useUiText();
  const format = useFormat();
  const isAsked = search !== '';
  const patients = usePatientChoices(search, isAsked);
  const exams = useExamHistory({ dateFrom: '', dateTo: '', examType: '', status: '', patientSearch: search }, isAsked);
  const found = isAsked ? (patients.rows ?? []).slice(0, shownFinds) : [];
  const foundExams = isAsked ? (exams.rows ?? []).slice(0, shownFinds) : [];
  return {
    isSearching: isAsked && (patients.isPending || exams.isPending),
    groups: [
      {
        id: 'patients',
        heading: t('patients'),
        items: found.map((patient) => ({
          id: patient.id,
          label: `${patient.lastName} ${patient.firstName}`,
          hint: patient.patientId,
          icon: UserRound,
          onSelect: () => go(`${screens.centerPatients}?patient=${encodeURIComponent(patient.patientId)}`),
        })),
      },
      {
        id: 'exams',
        heading: t('exams'),
        items: foundExams.map((exam) => ({
          id: exam.id,
          label: `${ui(`examType.${exam.examType}`)} · ${exam.patient.lastName} ${exam.patient.firstName}`,
          hint: format.day(exam.examDate),
          icon: FileArchive,
          onSelect: () => go(`${screens.centerHistory}?patientSearch=${encodeURIComponent(exam.patient.patientId)}`),
        })),
      },
    ],
  };
}
