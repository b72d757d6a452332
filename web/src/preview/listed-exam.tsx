import { screenPath } from '@medcloud/contract/screens';
import type { Exam } from '@medcloud/contract/shapes/exams';
import { Copy, Download, Ellipsis, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fromList } from '../lib/back-link.ts';
import { useText, useUiText } from '../text/language.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Menu } from '../ui/actions/menu.tsx';
import type { MenuItem } from '../ui/actions/menu-items.ts';
import { ExamRow, rowLinkClass } from '../ui/data/exam-row.tsx';
import { useCopyLink } from './use-copy-link.ts';
import { useExamDownload } from './use-exam-download.tsx';
import { useExamFacts, useExamName } from './use-exam-name.ts';

type ExamOfList = Omit<Exam, 'patientId'>;

interface ListedExamProps {
  exam: ExamOfList;
  image: string | undefined;
  /** State and warnings. */
  marks?: ReactNode;
  note?: ReactNode;
  /** The patient, in a list of several. */
  patient?: string | undefined;
  /** It is new to the doctor. */
  isNew?: boolean;
  /** Further acts of the list. */
  menuItems?: readonly MenuItem[];
  onDetails: () => void;
}

/** An exam of a list. The row opens it in the viewer; the buttons download it, show its details and copy its link. */
export function ListedExam({
  exam,
  image,
  marks,
  note,
  patient,
  isNew = false,
  menuItems = [],
  onDetails,
}: ListedExamProps) {
  const { title } = useExamName()(exam);
  const facts = useExamFacts()(exam);
  const label = patient === undefined ? title : `${patient}, ${title}`;
  return (
    <ExamRow
      type={exam.examType}
      image={image}
      title={
        <>
          {isNew && <NewDot />}
          <Link to={screenPath('examView', { examId: exam.id })} state={fromList} className={rowLinkClass}>
            {patient === undefined ? <bdi>{title}</bdi> : <NamedTitle patient={patient} title={title} />}
          </Link>
        </>
      }
      facts={facts}
      note={note}
      marks={marks}
      actions={<ExamButtons exam={exam} title={label} menuItems={menuItems} onDetails={onDetails} />}
    />
  );
}

/** The patient, and beside the name the exam. A phone has no room for both: type, day and body part follow below. */
function NamedTitle({ patient, title }: { patient: string; title: string }) {
  return (
    <>
      <bdi>{patient}</bdi>
      <span className="font-normal max-md:sr-only">
        <span className="text-ink-muted">{' · '}</span>
        <bdi>{title}</bdi>
      </span>
    </>
  );
}

/** Marks a row as new without taking a line of its own on a phone. */
function NewDot() {
  const t = useText('exams');
  return (
    <span title={t('isNew')} className="mr-2 inline-block size-2 rounded-full bg-primary align-middle">
      <span className="sr-only">{t('isNew')}: </span>
    </span>
  );
}

function ExamButtons({
  exam,
  title,
  menuItems,
  onDetails,
}: Pick<ListedExamProps, 'exam' | 'onDetails'> & { title: string; menuItems: readonly MenuItem[] }) {
  const t = useText('exams');
  const ui = useUiText();
  const { download, dialogSlot } = useExamDownload();
  const copyLink = useCopyLink();
  return (
    <>
      {/* a phone's row needs the width for the day; its menu downloads too */}
      <span className="max-md:hidden">
        <IconButton icon={Download} label={`${ui('action.download')}: ${title}`} onClick={() => void download(exam)} />
      </span>
      <Menu
        items={[
          { label: ui('action.download'), icon: Download, onSelect: () => void download(exam) },
          { label: t('details'), icon: FileText, onSelect: onDetails },
          { label: t('copyLink'), icon: Copy, onSelect: () => copyLink(screenPath('examView', { examId: exam.id })) },
          ...menuItems,
        ]}
        trigger={<IconButton icon={Ellipsis} label={t('moreOf', { exam: title })} hasTooltip={false} />}
      />
      {dialogSlot}
    </>
  );
}
