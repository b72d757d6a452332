import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { useDebounced } from '../../lib/debounced.ts';
import { lazyComponent, usePreload } from '../../lib/lazy-component.tsx';
import { useControl } from './field.tsx';
import type { SearchChoice } from './search-choices.tsx';

const SearchChoices = lazyComponent(async () => (await import('./search-choices.tsx')).SearchChoices, null);

/** What was typed in a search field, and whether its results are shown. */
export interface SearchText {
  readonly typed: string;
  /** What to search for: a moment after the last key. */
  readonly search: string;
  readonly isOpen: boolean;
  setTyped: (text: string) => void;
  setOpen: (isOpen: boolean) => void;
}

export function useSearchText(): SearchText {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  return { typed, search: useDebounced(typed.trim()), isOpen, setTyped, setOpen };
}

interface SearchComboboxProps {
  text: SearchText;
  /** Undefined until there are results to show. */
  choices: readonly SearchChoice[] | undefined;
  /** The choices are those of an earlier search, from which Enter must not choose. */
  isStale: boolean;
  placeholder: string;
  /** Names the list of results. */
  label: string;
  /** Below the results: that there are none, or more. */
  note: ReactNode;
  /** That the search failed. */
  failure: string | undefined;
  /** Read aloud while the field is open. `isListShown`: the results shown are those of the search. */
  status: (isListShown: boolean) => string;
  onChoose: (index: number) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  /** Takes the focus on mount: it replaces the choice that was cleared. */
  isFocused: boolean;
}

/** A field that lists what it finds while one types; a result is chosen by press, or by arrow keys and Enter. */
export function SearchCombobox({ text, choices, isStale, onChoose, onBlur, ...props }: SearchComboboxProps) {
  const control = useControl();
  const listId = useId();
  const [active, setActive] = useState(0);
  usePreload(SearchChoices);
  const { typed, isOpen, setTyped, setOpen } = text;
  const isOutdated = isStale || text.search !== typed.trim();
  const last = (choices?.length ?? 0) - 1;
  const activeIndex = Math.min(active, last);
  const choose = (index: number) => {
    setTyped('');
    setActive(0);
    setOpen(false);
    onChoose(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'Enter' && isOpen && !isOutdated && activeIndex >= 0) choose(activeIndex);
    if (event.key === 'ArrowDown') setActive(isOpen ? Math.min(activeIndex + 1, last) : 0);
    if (event.key === 'ArrowUp') setActive(Math.max(activeIndex - 1, 0));
    if (event.key.startsWith('Arrow')) setOpen(true);
    if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) event.preventDefault();
  };
  const isListShown = isOpen && choices !== undefined;
  return (
    <div className="relative">
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted" />
      <input
        {...control}
        ref={props.inputRef}
        type="text"
        role="combobox"
        aria-expanded={isListShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: set only after a press on the button that this field replaces
        autoFocus={props.isFocused}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
        className="control pl-9!"
      />
      {isListShown && (
        <SearchChoices
          {...{ listId, choices, activeIndex }}
          label={props.label}
          search={text.search}
          isStale={isOutdated}
          note={props.note}
          onChoose={choose}
        />
      )}
      {isOpen && props.failure !== undefined && (
        <p role="alert" className="mt-1.5 text-small text-danger-text">
          {props.failure}
        </p>
      )}
      <span role="status" className="sr-only">
        {isOpen ? props.status(isListShown && !isOutdated) : ''}
      </span>
    </div>
  );
}
