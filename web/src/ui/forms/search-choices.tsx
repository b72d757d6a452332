import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { MatchedName } from '../data/matched-name.tsx';
import { TwoLines } from '../data/two-lines.tsx';

/** One result of a search. */
export interface SearchChoice {
  readonly key: string;
  readonly name: string;
  readonly detail: ReactNode;
}

function scrollIntoView(choice: HTMLElement | null): void {
  choice?.scrollIntoView({ block: 'nearest' });
}

interface SearchChoicesProps {
  listId: string;
  label: string;
  choices: readonly SearchChoice[];
  search: string;
  activeIndex: number;
  isStale: boolean;
  /** Below the results: that there are none, or more. */
  note: ReactNode;
  onChoose: (index: number) => void;
}

/** Lists the results of a search below its field. */
export function SearchChoices({
  listId,
  label,
  choices,
  search,
  activeIndex,
  isStale,
  note,
  onChoose,
}: SearchChoicesProps) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 animate-rise overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float">
      <div id={listId} role="listbox" aria-label={label} aria-busy={isStale} className={isStale ? 'opacity-50' : ''}>
        {choices.map(({ key, name, detail }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and moves through the options by aria-activedescendant
          <div
            key={key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
            ref={index === activeIndex ? scrollIntoView : undefined}
            className={classes(
              'cursor-pointer rounded-badge px-2.5 py-1.5 hover:bg-sunken',
              index === activeIndex && 'bg-primary-soft hover:bg-primary-soft',
            )}
          >
            <TwoLines first={<MatchedName name={name} search={search} />} second={detail} />
          </div>
        ))}
      </div>
      {note}
    </div>
  );
}
