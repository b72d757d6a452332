import type { Patient } from '@medcloud/contract/shapes/people';
import { Download, Eye } from 'lucide-react';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useDownload } from '../../../calls/download.ts';
import { latestExamOf } from '../../../calls/medical-center.ts';
import { centerText } from '../../../text/center.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { later } from '../../../ui/feedback/later.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAbove } from '../../../ui/overlays/above.tsx';
import { useExamPreview } from '../shared/exam-words.tsx';

const ExamChooser = later(async () => (await import('../patients/exam-chooser.tsx')).ExamChooser);

interface PreviewOfPatientProps {
  patient: Patient;
  /** Opens the patient's sheet, with all exams. */
  onOpen: (patient: Patient) => void;
  onExam: (patient: Patient, examId: string) => void;
}

/** Of several exams the preview shows the latest, says so, and leads to the others. */
function Latest({ patient, onOpen }: { patient: Patient; onOpen: () => void }) {
  const t = useText(centerText);
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-ink-muted">
      {t('preview.latest', { count: patient.examCount })}
      <Button variant="ghost" size="small" className="-mx-2.5 text-primary-text" onClick={onOpen}>
        {t('preview.all')}
      </Button>
    </p>
  );
}

/** Preview on the list: of the latest exam. */
export function PreviewOfPatient({ patient, onOpen, onExam }: PreviewOfPatientProps) {
  const t = useText(centerText);
  const { open, close, above } = useExamPreview();
  const ui = useUiText();
  const sentence = useSentence();
  const toast = useToast();
  const toAll = () => {
    close();
    onOpen(patient);
  };
  const look = (examId: string) =>
    open({
      examId,
      note: patient.examCount > 1 && <Latest patient={patient} onOpen={toAll} />,
      onDetails: () => onExam(patient, examId),
    });
  // The row knows that there is an exam, not which.
  const pressed = () =>
    latestExamOf(patient.patientId).then(look, (error: unknown) =>
      toast({
        tone: 'danger',
        title: t('exam.failed'),
        text: sentence(sentenceOf(error)) ?? ui('error.noAnswer'),
        alsoInPage: true,
      }),
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row around it opens on a press; what is pressed here is no press on the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row takes keys only on itself
    <span onClick={(event) => event.stopPropagation()}>
      <IconButton
        icon={Eye}
        label={ui('action.preview')}
        reason={patient.examCount === 0 ? ui('examType.none') : undefined}
        onClick={() => void pressed()}
      />
      {above}
    </span>
  );
}

/** Download on the list: the latest exam; with more than one, a choice (product, "Exams"). */
export function DownloadOfPatient({ patient }: { patient: Patient }) {
  const ui = useUiText();
  const download = useDownload();
  const { show, above } = useAbove();
  const pressed = async () => {
    if (patient.examCount > 1) return show(<ExamChooser patient={patient} onClose={() => show(null)} />);
    // The row knows that there is an exam, not which.
    await download(() => latestExamOf(patient.patientId));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row around it opens on a press; what is pressed here is no press on the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row takes keys only on itself
    <span onClick={(event) => event.stopPropagation()}>
      <IconButton
        icon={Download}
        label={ui('action.download')}
        reason={patient.examCount === 0 ? ui('examType.none') : undefined}
        onClick={() => void pressed()}
      />
      {above}
    </span>
  );
}
