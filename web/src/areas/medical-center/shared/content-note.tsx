import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { useMarkList } from '../../../preview/use-mark-list.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

/** Shows what an exam's files carry: a virus, programs and active documents, or that the virus check is not over. */
export function ContentNote({ exam: { marks, scan, findings, status } }: { exam: ExamWithPatient }) {
  const t = useText('exams.content');
  const markList = useMarkList();
  if (status === 'withdrawn') return null;
  return (
    <>
      {scan === 'infected' && (
        <div className="mb-4">
          <Note variant="danger" title={t('foundTitle')}>
            {t('foundText')}
            <ul className="mt-2 list-disc pl-5">
              {findings?.map(({ file, virus }) => (
                <li key={file} className="wrap-anywhere">
                  {file === '' ? t('foundHere', { virus }) : t('found', { file, virus })}
                </li>
              ))}
            </ul>
          </Note>
        </div>
      )}
      {scan === 'waiting' && (
        <div className="mb-4">
          <Note title={t('waiting')}>{t('centerWaitingText')}</Note>
        </div>
      )}
      {marks && scan !== 'infected' && (
        <div className="mb-4">
          <Note variant="warning" title={t('contains', { files: markList(marks) })}>
            {t('centerText')}
          </Note>
        </div>
      )}
    </>
  );
}
