import type { ReportSubject } from '@medcloud/contract/shapes/access-report';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type ReportSide, useReportSubjects } from '../calls/access-report.ts';
import { classes } from '../lib/classes.ts';
import { useDebounced } from '../lib/debounced.ts';
import { useText, useUiText } from '../text/language.tsx';
import { MatchedName } from '../ui/data/matched-name.tsx';
import { TwoLines } from '../ui/data/two-lines.tsx';
import { useControl } from '../ui/forms/field.tsx';
import { useSubjectLines } from './subject-label.tsx';

interface ChoicesProps {
  listId: string;
  subjects: readonly ReportSubject[];
  search: string;
  activeIndex: number;
  isStale: boolean;
  noneText: string;
  onChoose: (subject: ReportSubject) => void;
}

function Choices({ listId, subjects, search, activeIndex, isStale, noneText, onChoose }: ChoicesProps) {
  const t = useText('audit/access-report');
  const linesOf = useSubjectLines();
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-96 animate-rise overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float">
      <div
        id={listId}
        role="listbox"
        aria-label={t('subject.results')}
        aria-busy={isStale}
        className={isStale ? 'opacity-50' : ''}
      >
        {subjects.map((subject, index) => {
          const { name, detail } = linesOf(subject);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and moves through the options by aria-activedescendant
            <div
              key={subject.subject}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(subject)}
              ref={index === activeIndex ? (choice) => choice?.scrollIntoView({ block: 'nearest' }) : undefined}
              className={classes(
                'cursor-pointer rounded-badge px-2.5 py-1.5 hover:bg-sunken',
                index === activeIndex && 'bg-primary-soft hover:bg-primary-soft',
              )}
            >
              <TwoLines first={<MatchedName name={name} search={search} />} second={detail} />
            </div>
          );
        })}
      </div>
      {subjects.length === 0 && (
        <div className="px-2.5 py-2">
          <p className="font-strong">{t('subject.none')}</p>
          <p className="text-small text-ink-muted">{noneText}</p>
        </div>
      )}
    </div>
  );
}

interface SubjectPickerProps {
  side: ReportSide;
  onChoose: (subject: string) => void;
  /** Takes the focus on mount: it replaces the subject that was cleared. */
  isFocused: boolean;
}

/** The field's state: the search, and the choice that the arrow keys have marked. */
function useChoices(side: ReportSide, onChoose: (subject: string) => void) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const search = useDebounced(typed.trim());
  const { data, error, isPlaceholderData } = useReportSubjects(side, search);
  // the list may still show the results of an earlier search, from which Enter must not choose
  const isStale = search !== typed.trim() || isPlaceholderData;
  const subjects = search === '' ? undefined : data;
  const last = (subjects?.length ?? 0) - 1;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const index = Math.min(active, last);
    const chosen = isOpen && !isStale ? subjects?.[index] : undefined;
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'Enter' && chosen) onChoose(chosen.subject);
    if (event.key === 'ArrowDown') setActive(isOpen ? Math.min(index + 1, last) : 0);
    if (event.key === 'ArrowUp') setActive(Math.max(index - 1, 0));
    if (event.key.startsWith('Arrow')) setOpen(true);
    if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) event.preventDefault();
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };
  return {
    typed,
    search,
    type,
    isOpen,
    setOpen,
    onKeyDown,
    subjects,
    error,
    isStale,
    activeIndex: Math.min(active, last),
  };
}

/** Finds what to report on, by name in either alphabet or by number. */
export function SubjectPicker({ side, onChoose, isFocused }: SubjectPickerProps) {
  const t = useText('audit/access-report');
  const ui = useUiText();
  const control = useControl();
  const listId = useId();
  const { typed, search, type, isOpen, setOpen, onKeyDown, subjects, error, isStale, activeIndex } = useChoices(
    side,
    onChoose,
  );
  const isListShown = isOpen && typed.trim() !== '' && subjects !== undefined;
  return (
    <div className="relative">
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted" />
      <input
        {...control}
        type="text"
        role="combobox"
        aria-expanded={isListShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t(side === 'admin' ? 'subject.placeholderAdmin' : 'subject.placeholder')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: set only after a press on the button that this field replaces
        autoFocus={isFocused}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        className="control pl-9!"
      />
      {isListShown && (
        <Choices
          listId={listId}
          subjects={subjects}
          search={search}
          activeIndex={activeIndex}
          isStale={isStale}
          noneText={t(side === 'admin' ? 'subject.noneTextAdmin' : 'subject.noneText')}
          onChoose={({ subject }) => onChoose(subject)}
        />
      )}
      {isOpen && error && !subjects && (
        <p role="alert" className="mt-1.5 text-small text-danger-text">
          {t('subject.searchFailed')}
        </p>
      )}
      <span role="status" className="sr-only">
        {isListShown && !isStale
          ? t('subject.count', { count: subjects.length })
          : isOpen && search !== '' && !error
            ? ui('list.loading')
            : ''}
      </span>
    </div>
  );
}
