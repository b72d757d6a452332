import type { Patient } from '@medcloud/contract/shapes/people';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { usePatientChoices } from '../../../calls/medical-center.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { lazyComponent, usePreload } from '../../../lib/lazy-component.tsx';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { useControl } from '../../../ui/forms/field.tsx';
import { usePatientSummary } from './use-patient-summary.ts';

const PatientChoices = lazyComponent(async () => (await import('./patient-choices.tsx')).PatientChoices, null);

interface PatientPickerProps {
  patient: Patient | null;
  onChange: (patient: Patient | null) => void;
  inputRef: Ref<HTMLInputElement>;
  onBlur: () => void;
  isLocked: boolean;
  /** Public id of a patient who is not offered. */
  excludedPatientId?: string;
}

interface ChosenPatientProps {
  patient: Patient;
  onClear: () => void;
  isLocked: boolean;
  /** Takes the focus on mount. */
  isFocused: boolean;
}

/** Shows the chosen patient: name, id and date of birth. */
function ChosenPatient({ patient, onClear, isLocked, isFocused }: ChosenPatientProps) {
  const t = useText('upload');
  const patientSummary = usePatientSummary();
  const { id } = useControl();
  return (
    <div className="flex min-h-13 items-center gap-2 rounded-card border border-line-strong bg-surface py-1.5 pr-1.5 pl-3">
      <span className="min-w-0 flex-1">
        <TwoLines first={patientName(patient)} second={<span className="code">{patientSummary(patient)}</span>} />
      </span>
      {!isLocked && (
        <IconButton
          id={id}
          icon={X}
          label={t('patientClear')}
          onClick={onClear}
          hasTooltip={false}
          autoFocus={isFocused}
        />
      )}
    </div>
  );
}

/** Returns the field's state and handlers: the search, and the choice that the arrow keys have marked. */
function useChoices(onChange: (patient: Patient) => void, excludedPatientId: string | undefined) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const debouncedSearch = useDebounced(search);
  const { rows: allRows, error, hasNextPage, isPlaceholderData } = usePatientChoices(debouncedSearch, isOpen);
  const rows = allRows?.filter(({ patientId }) => patientId !== excludedPatientId);
  // The list may still show the results of an earlier search, from which Enter must not choose.
  const isStale = debouncedSearch !== search || isPlaceholderData;
  const lastIndex = (rows?.length ?? 0) - 1;
  const type = (text: string) => {
    setSearch(text);
    setActiveIndex(0);
    setOpen(true);
  };
  const choose = (chosen: Patient) => {
    setSearch('');
    setActiveIndex(0);
    setOpen(false);
    onChange(chosen);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const index = Math.min(activeIndex, lastIndex);
    const chosen = isOpen && !isStale ? rows?.[index] : undefined;
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'Enter' && chosen) choose(chosen);
    if (event.key === 'ArrowDown') setActiveIndex(isOpen ? Math.min(index + 1, lastIndex) : 0);
    if (event.key === 'ArrowUp') setActiveIndex(Math.max(index - 1, 0));
    if (event.key.startsWith('Arrow')) setOpen(true);
    if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) event.preventDefault();
  };
  return {
    search,
    debouncedSearch,
    rows,
    error,
    hasMore: hasNextPage,
    isOpen,
    isStale,
    setOpen,
    activeIndex: Math.min(activeIndex, lastIndex),
    type,
    choose,
    onKeyDown,
  };
}

/** Finds a patient: first the newest twenty, then by search (product, "Search"). */
export function PatientPicker({
  patient,
  onChange,
  inputRef,
  onBlur,
  isLocked,
  excludedPatientId,
}: PatientPickerProps) {
  const t = useText('upload');
  const ui = useUiText();
  const control = useControl();
  const listId = useId();
  // After a choice or a clear, the focus moves to the element that replaces the field.
  const [isTouched, setTouched] = useState(false);
  const change = (next: Patient | null) => {
    setTouched(true);
    onChange(next);
  };
  usePreload(PatientChoices);
  const choices = useChoices(change, excludedPatientId);
  const { search, debouncedSearch, rows, error, hasMore, isOpen, isStale, setOpen, activeIndex } = choices;
  if (patient)
    return <ChosenPatient patient={patient} onClear={() => change(null)} isLocked={isLocked} isFocused={isTouched} />;
  return (
    <div className="relative">
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted" />
      <input
        {...control}
        ref={inputRef}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('patientHint')}
        value={search}
        onChange={(event) => choices.type(event.target.value)}
        onKeyDown={choices.onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: set only after a press on the clear button, which this field replaces
        autoFocus={isTouched}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          onBlur();
        }}
        className="control pl-9!"
      />
      {isOpen && rows && (
        <PatientChoices
          listId={listId}
          patients={rows}
          search={debouncedSearch}
          activeIndex={activeIndex}
          hasMore={hasMore}
          isStale={isStale}
          onChoose={choices.choose}
        />
      )}
      {isOpen && error && !rows && (
        <p role="alert" className="mt-1.5 text-small text-danger-text">
          {t('patientFailed')}
        </p>
      )}
      <span role="status" className="sr-only">
        {isOpen && !rows && !error ? ui('list.loading') : ''}
      </span>
    </div>
  );
}
