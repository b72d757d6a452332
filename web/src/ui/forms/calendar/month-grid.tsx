import { type KeyboardEvent, useEffect, useRef } from 'react';
import { classes } from '../../../lib/classes.ts';
import { dayOf } from '../../../lib/dates.ts';
import { clampDay, listWeeks, moveDay } from '../../../lib/typed-date/calendar-days.ts';
import { formatFullDay, formatMonth, listWeekdays } from '../../../lib/typed-date/format-full-day.ts';
import { useLanguage } from '../../../text/language.tsx';

interface MonthGridProps {
  /** The day that the arrow keys move. */
  activeDay: string;
  chosenDay: string;
  min: string;
  max: string;
  onMove: (day: string) => void;
  onChoose: (day: string) => void;
}

const dayClass =
  'mx-auto grid h-11 w-full max-w-11 place-items-center rounded-card text-body figures hover:bg-sunken active:bg-line aria-disabled:text-ink-faint aria-disabled:hover:bg-transparent md:h-9 md:max-w-9';
const chosenClass = 'bg-primary font-strong text-on-primary hover:bg-primary-hover';
const todayClass = 'font-strong text-primary-text';

/** Focuses the active day when a key has moved it. A choice of month or year keeps its own focus. */
function useDayFocus(activeDay: string) {
  const grid = useRef<HTMLTableElement>(null);
  const shouldFocus = useRef(false);
  useEffect(() => {
    if (shouldFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${activeDay}"]`)?.focus();
    shouldFocus.current = false;
  }, [activeDay]);
  return { grid, shouldFocus };
}

interface DayButtonProps extends MonthGridProps {
  day: string;
}

function DayButton({ day, activeDay, chosenDay, min, max, onChoose }: DayButtonProps) {
  const { language } = useLanguage();
  const isToday = day === dayOf(new Date());
  const isAllowed = day >= min && day <= max;
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={day === activeDay ? 0 : -1}
      aria-label={formatFullDay(day, language)}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={day === chosenDay}
      aria-disabled={!isAllowed || undefined}
      onClick={() => isAllowed && onChoose(day)}
      className={classes(dayClass, day === chosenDay ? chosenClass : isToday && todayClass)}
    >
      {Number(day.slice(8))}
    </button>
  );
}

/** The days of a month, from Monday on. Arrows, Home, End, Page Up and Page Down move, Enter chooses. */
export function MonthGrid(props: MonthGridProps) {
  const { activeDay, min, max, onMove } = props;
  const { language } = useLanguage();
  const { grid, shouldFocus } = useDayFocus(activeDay);
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveDay(activeDay, event.key, event.shiftKey);
    if (moved === undefined) return;
    event.preventDefault();
    shouldFocus.current = true;
    onMove(clampDay(moved, min, max));
  };
  return (
    // as high as six weeks, so the buttons above do not move
    <div className="mt-2 min-h-[18.25rem] md:min-h-[15.25rem]">
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid of WAI-ARIA
        role="grid"
        className="w-full table-fixed"
        aria-label={formatMonth(activeDay, language)}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {listWeekdays(language).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className="h-7 text-center text-tiny font-normal text-ink-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(activeDay).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) => (
                <td key={day ?? index} className="p-0">
                  {day !== null && <DayButton {...props} day={day} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
