import type { Patient } from '@medcloud/contract/shapes/people';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useExamsOfPatient } from '../../../calls/medical-center.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ExamLines } from '../patient-sheet/exam-lines.tsx';

/** Chooses one of several exams. */
export function ExamChooser({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const t = useText('center');
  const ui = useUiText();
  const { rows, error, isFetching, refetch } = useExamsOfPatient(patient.patientId);
  return (
    <Dialog
      open
      hasCloseButton
      onClose={onClose}
      title={t('choose.title')}
      text={t('choose.text', { name: patientName(patient), count: patient.examCount })}
    >
      <div className="-mx-2 mt-4 max-h-[60dvh] overflow-y-auto px-2">
        {error && !rows ? (
          <ApiErrorState title={t('sheet.failed')} query={{ error, isFetching, refetch }} />
        ) : rows ? (
          <ExamLines exams={rows} />
        ) : (
          <SkeletonRows rows={patient.examCount} label={ui('list.loading')} />
        )}
      </div>
    </Dialog>
  );
}
