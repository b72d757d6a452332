import { screenPath } from '@medcloud/contract/screens';
import type { Exam } from '@medcloud/contract/shapes/exams';
import { Copy, Download, Ellipsis, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fromList } from '../lib/back-link.ts';
import { useText, useUiText } from '../text/language.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Menu } from '../ui/actions/menu.tsx';
import { ExamRow, rowLinkClass } from '../ui/data/exam-row.tsx';
import { useToast } from '../ui/feedback/toast.tsx';
import { useExamDownload } from './use-exam-download.tsx';
import { useExamFacts, useExamName } from './use-exam-name.ts';

type ExamOfList = Omit<Exam, 'patientId'>;

interface ListedExamProps {
  exam: ExamOfList;
  image: string | undefined;
  /** State and warnings. */
  marks?: ReactNode;
  note?: ReactNode;
  onDetails: () => void;
}

/** An exam of a list. The row opens it in the viewer; the buttons download it, show its details and copy its link. */
export function ListedExam({ exam, image, marks, note, onDetails }: ListedExamProps) {
  const { title } = useExamName()(exam);
  const facts = useExamFacts()(exam);
  return (
    <ExamRow
      type={exam.examType}
      image={image}
      title={
        <Link to={screenPath('examView', { examId: exam.id })} state={fromList} className={rowLinkClass}>
          <bdi>{title}</bdi>
        </Link>
      }
      facts={facts}
      note={note}
      marks={marks}
      actions={<ExamButtons exam={exam} title={title} onDetails={onDetails} />}
    />
  );
}

function ExamButtons({ exam, title, onDetails }: Pick<ListedExamProps, 'exam' | 'onDetails'> & { title: string }) {
  const t = useText('exams');
  const ui = useUiText();
  const { download, dialogSlot } = useExamDownload();
  const copyLink = useCopyLink(exam.id);
  return (
    <>
      <IconButton icon={Download} label={`${ui('action.download')}: ${title}`} onClick={() => void download(exam)} />
      <Menu
        items={[
          { label: t('details'), icon: FileText, onSelect: onDetails },
          { label: t('copyLink'), icon: Copy, onSelect: copyLink },
        ]}
        trigger={<IconButton icon={Ellipsis} label={t('moreOf', { exam: title })} hasTooltip={false} />}
      />
      {dialogSlot}
    </>
  );
}

/** Copies the address of the exam's viewer, and says so. */
function useCopyLink(examId: string): () => void {
  const t = useText('exams');
  const toast = useToast();
  return () => {
    const address = new URL(screenPath('examView', { examId }), window.location.origin).href;
    // without https the browser has no clipboard
    const writing = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => toast({ title: t('linkCopied') }),
      () => toast({ variant: 'danger', title: t('copyFailed'), text: address }),
    );
  };
}
