import { screenPath } from '@medcloud/contract/screens';
import type { ExamToView } from '@medcloud/contract/shapes/viewing';
import { Download, Eye, FileArchive, FileDown } from 'lucide-react';
import { Link } from 'react-router';
import { useDownload } from '../calls/download.ts';
import { zipOfStudy } from '../calls/exams.ts';
import { behindList } from '../lib/way-back.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { previewText } from '../text/preview.ts';
import { Button } from '../ui/actions/button.tsx';
import { Menu } from '../ui/actions/menu.tsx';
import type { MenuItem } from '../ui/actions/menu-items.ts';
import { studiesOf } from './studies.ts';

interface OpenExam {
  opened: ExamToView;
}

/** The original, and each study's images as a ZIP. */
function Downloads({ opened: { exam, series } }: OpenExam) {
  const t = useText(previewText);
  const format = useFormat();
  const download = useDownload();
  const studies = studiesOf(series);
  const nameOf = (studyDate: string | null, place: number) => {
    if (studies.length === 1) return t('study');
    return studyDate === null ? t('studyOther', { number: place + 1 }) : t('studyOf', { day: format.day(studyDate) });
  };
  const items: MenuItem[] = [
    {
      label: t('original'),
      icon: FileDown,
      hint: format.size(exam.fileSize),
      onSelect: () => void download(exam.id),
    },
    ...studies.map(({ studyUid, studyDate }, place) => ({
      label: nameOf(studyDate, place),
      icon: FileArchive,
      onSelect: () => void download(zipOfStudy(exam.id, studyUid)),
    })),
  ];
  return (
    <Menu
      items={items}
      trigger={
        <Button icon={Download} className="max-md:flex-1">
          {t('download')}
        </Button>
      }
    />
  );
}

function View({ opened: { exam } }: OpenExam) {
  const t = useText(previewText);
  if (!exam.viewable)
    return (
      <Button
        variant="primary"
        icon={Eye}
        className="max-md:flex-1"
        reason={exam.viewingFault ? t('unviewable') : t('notYet')}
      >
        {t('view')}
      </Button>
    );
  return (
    <Button asChild variant="primary" icon={Eye} className="max-md:flex-1">
      <Link to={screenPath('examView', { examId: exam.id })} state={behindList}>
        {t('view')}
      </Link>
    </Button>
  );
}

/** What one does with an exam after a look at it. */
export function PreviewActs({ opened }: OpenExam) {
  return (
    <>
      <Downloads opened={opened} />
      <View opened={opened} />
    </>
  );
}
