import { screenPath } from '@medcloud/contract/screens';
import type { EarlierExam } from '@medcloud/contract/shapes/viewing';
import { Link } from 'react-router';
import { fromList, useBackLink } from '../../../../lib/back-link.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText, useUiText } from '../../../../text/language.tsx';

/** Lists the patient's earlier exams below the series. Back still leads to the list. */
export function EarlierExams({ earlier }: { earlier: readonly EarlierExam[] }) {
  const t = useText('viewer');
  const ui = useUiText();
  const format = useFormat();
  const { hasList } = useBackLink();
  if (earlier.length === 0) return null;
  return (
    <section
      aria-label={t('earlier.title')}
      className="shrink-0 border-v-line max-md:border-l md:mx-2.5 md:mt-auto md:border-t md:pt-3 md:pb-3"
    >
      <h2 className="flex justify-between px-1.5 text-small font-semibold max-md:sr-only">
        {t('earlier.title')}
        <span className="font-normal text-v-muted figures">{earlier.length}</span>
      </h2>
      <ul className="flex gap-2 px-3 py-2 md:flex-col md:gap-0 md:px-0 md:pt-1 md:pb-0">
        {earlier.map(({ id, examType, examDate }) => (
          <li key={id}>
            <Link
              to={screenPath('examView', { examId: id })}
              replace={hasList} // without a list, Back must return to the exam that was opened by its URL
              state={fromList}
              className="flex min-h-11 items-center rounded-badge px-1.5 text-small whitespace-nowrap text-v-muted hover:bg-v-raised hover:text-v-ink focus-visible:outline-v-active max-md:min-h-15 max-md:flex-col max-md:items-start max-md:justify-center max-md:bg-v-raised max-md:px-3 md:min-h-8 figures"
            >
              <span>
                {ui(`examType.${examType}`)}
                <span className="max-md:hidden">,&nbsp;</span>
              </span>
              <span>{format.day(examDate)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
