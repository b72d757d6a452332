import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { Kbd } from '../actions/kbd.tsx';

export interface SearchBoxProps {
  /** For screen readers. The placeholder says what to type. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

/** Calls `focus` when `/` is pressed anywhere on the page, except in a field or dialog. */
function useSlashShortcut(focus: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [focus]);
}

/**
 * The search field of a list. `/` focuses it, Escape clears it. The screen keeps its text in the URL and delays the search
 * with `useDebounced`.
 */
export function SearchBox({ label, placeholder, value, onChange, className }: SearchBoxProps) {
  const t = useUiText();
  const input = useRef<HTMLInputElement>(null);
  const focus = useRef(() => input.current?.focus());
  useSlashShortcut(focus.current);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '') return;
    event.stopPropagation();
    clear();
  };
  return (
    <search className={classes('relative block', className)}>
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="control pr-11 pl-9! [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {value === '' ? (
          <span title={t('search.hint')} className="mr-1.5 max-md:hidden">
            <Kbd>/</Kbd>
          </span>
        ) : (
          <IconButton
            icon={X}
            label={t('action.clearSearch')}
            size="inline"
            className="max-md:size-9!"
            iconSize={16}
            onClick={clear}
          />
        )}
      </span>
    </search>
  );
}
