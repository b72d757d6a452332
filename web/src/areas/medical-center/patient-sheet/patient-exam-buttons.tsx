import type { Patient } from '@medcloud/contract/shapes/people';
import { Download, Eye } from 'lucide-react';
import { useDownload } from '../../../calls/download.ts';
import { getLatestExamId } from '../../../calls/medical-center.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { RowButtons } from '../../../ui/actions/row-buttons.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useDialogSlot } from '../../../ui/overlays/dialog-slot.tsx';
import { useViewExam } from '../shared/exam-buttons.tsx';

const ExamChooser = lazyComponent(async () => (await import('../patients/exam-chooser.tsx')).ExamChooser);

/** Opens the patient's latest exam in the viewer, which lists the others. */
export function PatientPreviewButton({ patient }: { patient: Patient }) {
  const t = useText('center');
  const ui = useUiText();
  const describeFailure = useFailure();
  const toast = useToast();
  const view = useViewExam();
  // The row knows that there is an exam, but not its id.
  const onPress = () =>
    getLatestExamId(patient.patientId).then(view, (error: unknown) =>
      toast({
        variant: 'danger',
        title: t('exam.failed'),
        text: describeFailure(error),
        isShownInPage: true,
      }),
    );
  return (
    <RowButtons>
      <IconButton
        icon={Eye}
        label={ui('action.preview')}
        reason={patient.examCount === 0 ? ui('examType.none') : undefined}
        onClick={() => void onPress()}
      />
    </RowButtons>
  );
}

/** Downloads the patient's only exam, or opens a choice of several (product, "Exams"). */
export function PatientDownloadButton({ patient }: { patient: Patient }) {
  const ui = useUiText();
  const download = useDownload();
  const { show, dialogSlot } = useDialogSlot();
  const onPress = async () => {
    if (patient.examCount > 1) return show(<ExamChooser patient={patient} onClose={() => show(null)} />);
    // The row knows that there is an exam, but not its id.
    await download(() => getLatestExamId(patient.patientId));
  };
  return (
    <RowButtons>
      <IconButton
        icon={Download}
        label={ui('action.download')}
        reason={patient.examCount === 0 ? ui('examType.none') : undefined}
        onClick={() => void onPress()}
      />
      {dialogSlot}
    </RowButtons>
  );
}
