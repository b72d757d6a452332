import type { ReportSubject } from '@medcloud/contract/shapes/access-report';
import { useExamName } from '../preview/use-exam-name.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';

type ReportExam = ReportSubject['exam'];

/** Returns a function that names an exam: its title and date; null if neither is known. */
export function useReportExamName(): (exam: ReportExam) => string | null {
  const t = useText('audit/access-report');
  const format = useFormat();
  const nameOf = useExamName();
  return (exam) => {
    if (exam === null || exam.examType === null || exam.examDate === null) return null;
    const { title } = nameOf({ examType: exam.examType, summary: exam.summary });
    return t('exam', { type: title, day: format.day(exam.examDate) });
  };
}

/** Returns a subject's two lines: its name, and what it is with its number. */
export function useSubjectLines(): (subject: ReportSubject) => { name: string; detail: string } {
  const t = useText('audit/access-report');
  const examName = useReportExamName();
  return ({ kind, name, identifier, exam, subject }) => {
    const id = identifier ?? subject.slice(subject.indexOf(':') + 1);
    const ofExam = kind === 'exam' ? examName(exam) : null;
    const parts = ofExam === null ? [t(`kind.${kind}`)] : [t(`kind.${kind}`), name];
    const title = ofExam ?? name ?? id;
    return { name: title, detail: [...parts, title === id ? null : id].filter((part) => part !== null).join(' · ') };
  };
}
