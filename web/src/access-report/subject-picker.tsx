import { type ReportSide, useReportSubjects } from '../calls/access-report.ts';
import { useText, useUiText } from '../text/language.tsx';
import { SearchCombobox, useSearchText } from '../ui/forms/search-combobox.tsx';
import { useSubjectLines } from './subject-label.tsx';

interface SubjectPickerProps {
  side: ReportSide;
  onChoose: (subject: string) => void;
  /** Takes the focus on mount: it replaces the subject that was cleared. */
  isFocused: boolean;
}

/** Finds what to report on, by name in either alphabet or by number. */
export function SubjectPicker({ side, onChoose, isFocused }: SubjectPickerProps) {
  const t = useText('audit/access-report');
  const ui = useUiText();
  const linesOf = useSubjectLines();
  const text = useSearchText();
  const { data, error, isPlaceholderData } = useReportSubjects(side, text.search);
  const isSearched = text.search !== '' && text.typed.trim() !== '';
  const subjects = isSearched ? data : undefined;
  return (
    <SearchCombobox
      {...{ text, isFocused }}
      choices={subjects?.map((subject) => ({ key: subject.subject, ...linesOf(subject) }))}
      isStale={isPlaceholderData}
      placeholder={t(side === 'admin' ? 'subject.placeholderAdmin' : 'subject.placeholder')}
      label={t('subject.results')}
      note={
        subjects?.length === 0 && (
          <div className="px-2.5 py-2">
            <p className="font-strong">{t('subject.none')}</p>
            <p className="text-small text-ink-muted">
              {t(side === 'admin' ? 'subject.noneTextAdmin' : 'subject.noneText')}
            </p>
          </div>
        )
      }
      failure={error && !subjects ? t('subject.searchFailed') : undefined}
      status={(isListShown) => {
        if (isListShown && subjects) return t('subject.count', { count: subjects.length });
        return isSearched && !error ? ui('list.loading') : '';
      }}
      onChoose={(index) => {
        const chosen = subjects?.[index];
        if (chosen) onChoose(chosen.subject);
      }}
    />
  );
}
