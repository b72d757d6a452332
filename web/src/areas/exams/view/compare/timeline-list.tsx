import { screenPath } from '@medcloud/contract/screens';
import type { EarlierExam, Timeline } from '@medcloud/contract/shapes/viewing';
import { Columns2, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useExamThumbnails, useTimeline } from '../../../../calls/exams.ts';
import { fromList, useBackLink } from '../../../../lib/back-link.ts';
import { classes } from '../../../../lib/classes.ts';
import { useMismatchText } from '../../../../preview/mismatch-badge.tsx';
import { useExamName } from '../../../../preview/use-exam-name.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { ExamImage } from '../../../../ui/data/exam-row.tsx';
import { MoreRows } from '../../../../ui/data/more-rows.tsx';
import { BarButton } from '../toolbar/bar-button.tsx';
import { useTrial } from '../trial.ts';

interface TimelineProps {
  examId: string;
  timeline: Timeline;
  /** The exam that is compared with the opened one. */
  comparedId: string | null;
  /** Absent while the viewer loads. */
  onCompare: ((examId: string | null) => void) | undefined;
}

function TimelineExam({
  exam,
  image,
  isCompared,
  onCompare,
}: { exam: EarlierExam; image: string | undefined; isCompared: boolean } & Pick<TimelineProps, 'onCompare'>) {
  const t = useText('viewer');
  const format = useFormat();
  const { hasList } = useBackLink();
  const trial = useTrial();
  const { title } = useExamName()(exam);
  const mismatchText = useMismatchText();
  const day = format.day(exam.examDate);
  return (
    <li className={classes('flex items-center gap-1 rounded-card pr-1 hover:bg-v-raised', isCompared && 'bg-v-raised')}>
      <Link
        to={trial?.addressOf(exam.id) ?? screenPath('examView', { examId: exam.id })}
        replace={hasList} // without a list, Back must return to the exam that was opened by its URL
        state={fromList}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-card p-1.5 text-small focus-visible:outline-v-active max-md:min-h-15"
      >
        <ExamImage isSmall type={exam.examType} src={image} />
        <span className="min-w-0 whitespace-nowrap">
          <bdi className="block max-w-30 truncate">{title}</bdi>
          <span className="flex items-center gap-1 text-v-muted figures">
            {day}
            {exam.mismatch && (
              <TriangleAlert size={13} className="text-v-warn" aria-label={mismatchText(exam.mismatch)} />
            )}
          </span>
        </span>
      </Link>
      {onCompare && (exam.summary?.imageCount ?? 0) > 0 && (
        <BarButton
          icon={Columns2}
          label={t('compare.with', { day })}
          isActive={isCompared}
          onClick={() => onCompare(isCompared ? null : exam.id)}
        />
      )}
    </li>
  );
}

/** Lists the patient's other exams below the series, newest first. Back still leads to the list. */
export function TimelineList({ examId, timeline, comparedId, onCompare }: TimelineProps) {
  const t = useText('viewer');
  const { exams, ...list } = useTimeline(examId, timeline);
  const others = exams.filter(({ id }) => id !== examId);
  const images = useExamThumbnails(others);
  if (others.length === 0) return null;
  return (
    <section
      aria-label={t('timeline.title')}
      className="shrink-0 border-v-line max-md:border-l md:mx-2.5 md:mt-auto md:border-t md:pt-3 md:pb-3"
    >
      <h2 className="flex justify-between px-1.5 text-small font-semibold max-md:sr-only">
        {t('timeline.title')}
        <span className="font-normal text-v-muted figures">{timeline.total - 1}</span>
      </h2>
      <ul className="flex gap-2 px-3 py-2 md:flex-col md:gap-0.5 md:px-0 md:pt-1 md:pb-0">
        {others.map((exam) => (
          <TimelineExam
            key={exam.id}
            exam={exam}
            image={images.get(exam.id)}
            isCompared={exam.id === comparedId}
            onCompare={onCompare}
          />
        ))}
      </ul>
      <MoreRows list={list} />
    </section>
  );
}
