import { screenPath } from '@medcloud/contract/screens';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Download, Eye, FileArchive, FileDown } from 'lucide-react';
import { Link } from 'react-router';
import { useDownload } from '../calls/download.ts';
import { zipOfStudy } from '../calls/exams.ts';
import { fromList } from '../lib/back-link.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { Button } from '../ui/actions/button.tsx';
import { Menu } from '../ui/actions/menu.tsx';
import type { MenuItem } from '../ui/actions/menu-items.ts';
import { studiesOf } from './studies.ts';
import { useExamDownload } from './use-exam-download.tsx';

interface PreviewActionsProps {
  openedExam: ViewerExam;
}

/** Downloads the original, or each study's images as a ZIP. */
function DownloadMenu({ openedExam: { exam, series } }: PreviewActionsProps) {
  const t = useText('exams');
  const ui = useUiText();
  const format = useFormat();
  const download = useDownload();
  const { download: downloadExam, dialogSlot } = useExamDownload();
  // an infected exam leaves only as its original, after a confirmation
  const studies = exam.scan === 'infected' ? [] : studiesOf(series);
  const studyName = (studyDate: string | null, index: number) => {
    if (studies.length === 1) return t('study');
    return studyDate === null ? t('studyOther', { number: index + 1 }) : t('studyOf', { day: format.day(studyDate) });
  };
  const items: MenuItem[] = [
    {
      label: t('original'),
      icon: FileDown,
      hint: format.size(exam.fileSize),
      onSelect: () => void downloadExam(exam),
    },
    ...studies.map(({ studyUid, studyDate }, index) => ({
      label: studyName(studyDate, index),
      icon: FileArchive,
      onSelect: () => void download(zipOfStudy(exam.id, studyUid)),
    })),
  ];
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button icon={Download} className="max-md:flex-1">
            {ui('action.download')}
          </Button>
        }
      />
      {dialogSlot}
    </>
  );
}

function ViewButton({ openedExam: { exam } }: PreviewActionsProps) {
  const t = useText('exams');
  const ui = useUiText();
  if (!exam.viewable)
    return (
      <Button
        variant="primary"
        icon={Eye}
        className="max-md:flex-1"
        reason={exam.viewingFault ? t('unviewable') : t('notYet')}
      >
        {ui('action.view')}
      </Button>
    );
  return (
    <Button asChild variant="primary" icon={Eye} className="max-md:flex-1">
      <Link to={screenPath('examView', { examId: exam.id })} state={fromList}>
        {ui('action.view')}
      </Link>
    </Button>
  );
}

/** The preview's actions: download and view. */
export function PreviewActions({ openedExam }: PreviewActionsProps) {
  return (
    <>
      <DownloadMenu openedExam={openedExam} />
      <ViewButton openedExam={openedExam} />
    </>
  );
}
