import { patients as patientsRoute } from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import { FileArchive, UserRound } from 'lucide-react';
import { useExamHistory, usePatientChoices } from '../../calls/medical-center.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useMay } from '../session/use-may.ts';
import { maxShownResults, type PaletteQuery, type PaletteResults } from './palette-results.ts';

/** Searches a center's patients and the exams of matching patients. */
export function useCenterResults({ search, goTo }: PaletteQuery): PaletteResults {
  const t = useText('frame/palette');
  const ui = useUiText();
  const format = useFormat();
  const may = useMay();
  const isEnabled = search !== '' && may(patientsRoute);
  const patients = usePatientChoices(search, isEnabled);
  const exams = useExamHistory(
    { dateFrom: '', dateTo: '', examType: '', status: '', patientSearch: search },
    isEnabled,
  );
  const shownPatients = isEnabled ? (patients.rows ?? []).slice(0, maxShownResults) : [];
  const shownExams = isEnabled ? (exams.rows ?? []).slice(0, maxShownResults) : [];
  return {
    isSearching: isEnabled && (patients.isPending || exams.isPending),
    groups: [
      {
        id: 'patients',
        heading: t('patients'),
        items: shownPatients.map((patient) => ({
          id: patient.id,
          label: patient.erasedAt ? ui('erasedPatient') : `${patient.lastName} ${patient.firstName}`,
          hint: patient.patientId,
          icon: UserRound,
          onSelect: () => goTo(`${screens.centerPatients}?patient=${encodeURIComponent(patient.patientId)}`),
        })),
      },
      {
        id: 'exams',
        heading: t('exams'),
        items: shownExams.map((exam) => ({
          id: exam.id,
          label: `${ui(`examType.${exam.examType}`)} · ${exam.patient.lastName} ${exam.patient.firstName}`,
          hint: format.day(exam.examDate),
          icon: FileArchive,
          onSelect: () => goTo(`${screens.centerHistory}?patientSearch=${encodeURIComponent(exam.patient.patientId)}`),
        })),
      },
    ],
  };
}
