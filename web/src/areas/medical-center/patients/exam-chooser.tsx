import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { Download } from 'lucide-react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useExamThumbnails } from '../../../calls/exams.ts';
import { useExamsOfPatient } from '../../../calls/medical-center.ts';
import { patientName } from '../../../lib/names.ts';
import { useExamDownload } from '../../../preview/use-exam-download.tsx';
import { useExamFacts, useExamName } from '../../../preview/use-exam-name.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { ExamRow, rowLinkClass } from '../../../ui/data/exam-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ExamBadges } from '../shared/exam-badges.tsx';

/** An exam to download. */
function ExamChoice({ exam, image }: { exam: ExamWithPatient; image: string | undefined }) {
  const { title } = useExamName()(exam);
  const facts = useExamFacts()(exam);
  const { download, dialogSlot } = useExamDownload();
  return (
    <ExamRow
      type={exam.examType}
      image={image}
      title={
        <button type="button" className={rowLinkClass} onClick={() => void download(exam)}>
          <bdi>{title}</bdi>
        </button>
      }
      facts={facts}
      note={<bdi>{exam.fileName}</bdi>}
      marks={<ExamBadges exam={exam} isShort />}
      actions={
        <>
          <Download size={18} aria-hidden="true" className="pointer-events-none text-ink-muted" />
          {dialogSlot}
        </>
      }
    />
  );
}

/** Chooses one of several exams. */
export function ExamChooser({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const t = useText('center');
  const ui = useUiText();
  const { rows, error, isFetching, refetch } = useExamsOfPatient(patient.patientId);
  const images = useExamThumbnails(rows ?? []);
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
          <ul aria-label={t('sheet.exams')} className="divide-y divide-line">
            {rows.map((exam) => (
              <ExamChoice key={exam.id} exam={exam} image={images.get(exam.id)} />
            ))}
          </ul>
        ) : (
          <SkeletonRows rows={patient.examCount} label={ui('list.loading')} />
        )}
      </div>
    </Dialog>
  );
}
