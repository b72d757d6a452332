import type { Patient } from '@medcloud/contract/shapes/people';
import { useExamsOfPatient } from '../../calls/medical-center.ts';
import { sentenceOf } from '../../calls/use-call.ts';
import { patientName } from '../../kit/names.ts';
import { centerText } from '../../text/center.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ExamLines } from './exam-lines.tsx';

/** Several exams: which one? */
export function ExamChooser({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const t = useText(centerText);
  const ui = useUiText();
  const sentence = useSentence();
  const { rows, error, isFetching, refetch } = useExamsOfPatient(patient.patientId);
  return (
    <Dialog
      open
      cross
      onClose={onClose}
      title={t('choose.title')}
      text={t('choose.text', { name: patientName(patient), count: patient.examCount })}
    >
      <div className="-mx-2 mt-4 max-h-[60dvh] overflow-y-auto px-2">
        {error && !rows ? (
          <ErrorState
            title={t('sheet.failed')}
            text={sentence(sentenceOf(error))}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : rows ? (
          <ExamLines exams={rows} />
        ) : (
          <SkeletonRows rows={patient.examCount} label={ui('list.loading')} />
        )}
      </div>
    </Dialog>
  );
}
