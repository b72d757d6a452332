import { screenPath, screens } from '@medcloud/contract/screens';
import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { ArrowLeft, Download, Ellipsis, Eye, Files, User } from 'lucide-react';
import { Link } from 'react-router';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useExam } from '../../../calls/medical-center.ts';
import { fromList } from '../../../lib/back-link.ts';
import { useIsNarrow } from '../../../lib/media.ts';
import { patientName } from '../../../lib/names.ts';
import { useNow } from '../../../lib/now.ts';
import { useExamDownload } from '../../../preview/use-exam-download.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Sheet, SheetSection } from '../../../ui/overlays/sheet.tsx';
import { MismatchDetails } from '../../../upload/patient-comparison.tsx';
import { ContentNote } from './content-note.tsx';
import { useExamActions } from './exam-actions.tsx';
import { useExamContents } from './exam-buttons.tsx';
import { useExamTitle } from './exam-title.ts';

function ExamFacts({ exam }: { exam: ExamWithPatient }) {
  const t = useText('center');
  const ui = useUiText();
  const format = useFormat();
  const size = t('exam.exactSize', { megabytes: format.megabytes(exam.fileSize), bytes: exam.fileSize });
  const physician = exam.referringPhysician?.trim() || t('exam.noPhysician');
  return (
    <Facts
      facts={[
        { label: ui('field.examType'), value: <ExamTypeBadge type={exam.examType} /> },
        { label: t('exams.date'), value: <span className="figures">{format.day(exam.examDate)}</span> },
        { label: t('exam.physician'), value: physician },
        ...(exam.notes === null
          ? []
          : [{ label: t('exam.notes'), value: <span className="whitespace-pre-line">{exam.notes}</span> }]),
        { label: ui('field.status'), value: <StatusBadge status={exam.status} /> },
        { label: t('exams.file'), value: <bdi className="wrap-anywhere">{exam.fileName}</bdi> },
        { label: t('exams.size'), value: <span className="figures">{size}</span> },
        { label: t('exams.uploaded'), value: <span className="figures">{format.dateTime(exam.uploadedAt)}</span> },
      ]}
    />
  );
}

/** Shows the full SHA-256, in groups that can be read aloud. */
function FileHashSection({ sha256 }: { sha256: string }) {
  const t = useText('center');
  const ui = useUiText();
  return (
    <SheetSection title={t('exam.fileHash')} action={<CopyButton value={sha256} label={ui('fileHash.copy')} />}>
      <p className="text-body wrap-break-word code">{sha256.match(/.{1,8}/g)?.join(' ')}</p>
      <p className="mt-2 text-small text-ink-muted">{t('exam.fileHashText')}</p>
    </SheetSection>
  );
}

/** Shows why doctors do not see an exam, because it is in doubt or withdrawn, or why it cannot be viewed. */
function StateNote({ exam, examActions }: { exam: ExamWithPatient; examActions: ReturnType<typeof useExamActions> }) {
  const t = useText('center');
  const format = useFormat();
  const now = useNow();
  if (exam.status === 'withdrawn') {
    return (
      <Note title={t('exam.withdrawn', { ago: format.relative(exam.changedAt ?? exam.uploadedAt, now) })}>
        {t('exam.withdrawnText')}
      </Note>
    );
  }
  if (exam.viewingFault && !exam.inDoubt) {
    return (
      <Note variant="warning" title={t('exam.unviewable')}>
        {t(`exam.unviewableText.${exam.viewingFault}`)}
      </Note>
    );
  }
  if (exam.status !== 'needs-attention' || exam.scan === 'infected') return null;
  const actions = examActions.decisions.map(({ label, onSelect }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the two actions keep their positions
    <Button key={index} size="small" onClick={onSelect}>
      {label}
    </Button>
  ));
  return (
    <Note variant="warning" title={t('exam.attention')} actions={actions}>
      {t('exam.attentionText')}
    </Note>
  );
}

function ExamSections({
  exam,
  examActions,
}: {
  exam: ExamWithPatient;
  examActions: ReturnType<typeof useExamActions>;
}) {
  const ui = useUiText();
  const hasNote = exam.status === 'withdrawn' || (exam.status === 'needs-attention' && exam.scan !== 'infected');
  return (
    <>
      <SheetSection>
        {hasNote && (
          <div className="mb-4">
            <StateNote exam={exam} examActions={examActions} />
          </div>
        )}
        {exam.mismatch && exam.status !== 'withdrawn' && (
          <div className="mb-4">
            <MismatchDetails mismatch={exam.mismatch} />
          </div>
        )}
        <ContentNote exam={exam} />
        <ExamFacts exam={exam} />
      </SheetSection>
      {exam.reason !== undefined && (
        <SheetSection title={ui('field.reason')}>
          <p className="whitespace-pre-line">{exam.reason}</p>
        </SheetSection>
      )}
      <FileHashSection sha256={exam.sha256} />
    </>
  );
}

interface ExamSheetProps {
  examId: string;
  onClose: () => void;
  /** Replaces this sheet with the patient's. Without it, the patient is a link. */
  onBack?: ((patientId: string) => void) | undefined;
}

/** Shows the exam's patient as a link or button. */
function PatientLink({ exam, onBack }: Pick<ExamSheetProps, 'onBack'> & { exam: ExamWithPatient }) {
  const name = patientName(exam.patient);
  // below 768 px the sheet's own arrow leads there
  const isNarrow = useIsNarrow();
  if (isNarrow && onBack) return name;
  if (onBack) {
    return (
      <Button
        variant="ghost"
        size="small"
        icon={ArrowLeft}
        onClick={() => onBack(exam.patient.patientId)}
        className="-ml-2.5"
      >
        {name}
      </Button>
    );
  }
  const to = `${screens.centerPatients}?${new URLSearchParams({ patient: exam.patient.patientId })}`;
  return (
    <Link to={to} className="inline-flex min-h-6 items-center gap-1.5 text-primary-text hover:underline">
      <User size={16} />
      {name} <span className="code">{exam.patient.patientId}</span>
    </Link>
  );
}

function LoadedSheet({ exam, onClose, onBack }: ExamSheetProps & { exam: ExamWithPatient }) {
  const t = useText('center');
  const ui = useUiText();
  const title = useExamTitle();
  const { download, dialogSlot } = useExamDownload();
  const isNarrow = useIsNarrow();
  const examActions = useExamActions(exam);
  const contents = useExamContents();
  const openContents = { label: t('exam.contents'), icon: Files, onSelect: () => contents.open(exam.id) };
  return (
    <Sheet
      title={title(exam)}
      subtitle={<PatientLink exam={exam} onBack={onBack} />}
      actions={
        exam.status !== 'withdrawn' && (
          <>
            <Button asChild size="small" variant="primary" icon={Eye}>
              <Link to={screenPath('examView', { examId: exam.id })} state={fromList}>
                {ui('action.view')}
              </Link>
            </Button>
            <Button size="small" icon={Download} onClick={() => void download(exam)}>
              {ui('action.download')}
            </Button>
            <Menu
              items={[openContents, ...examActions.items]}
              trigger={
                <IconButton icon={Ellipsis} label={t('exams.moreOf', { file: exam.fileName })} hasTooltip={false} />
              }
            />
          </>
        )
      }
      onClose={isNarrow && onBack ? () => onBack(exam.patient.patientId) : onClose}
    >
      <ExamSections exam={exam} examActions={examActions} />
      {examActions.dialog}
      {contents.dialogSlot}
      {dialogSlot}
    </Sheet>
  );
}

/** Shows one exam beside the list: facts, file hash, file and actions. */
export function ExamSheet(props: ExamSheetProps) {
  const t = useText('center');
  const ui = useUiText();
  const { exam, error, isFetching, isPending, refetch } = useExam(props.examId);
  if (exam) return <LoadedSheet {...props} exam={exam} />;
  return (
    <Sheet title={t('exams.one')} onClose={props.onClose}>
      <SheetSection>
        {isPending ? (
          <SkeletonRows rows={4} label={ui('list.loading')} />
        ) : error ? (
          <ApiErrorState title={t('exam.failed')} query={{ error, isFetching, refetch }} />
        ) : (
          <ErrorState title={t('exam.missing')} text="" />
        )}
      </SheetSection>
    </Sheet>
  );
}
