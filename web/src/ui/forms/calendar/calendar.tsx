import { Popover } from 'radix-ui';
import { type RefObject, useState } from 'react';
import { dayOf } from '../../../lib/dates.ts';
import { clampDay } from '../../../lib/typed-date/calendar-days.ts';
import { useText } from '../../../text/language.tsx';
import { MonthGrid } from './month-grid.tsx';
import { MonthHeader } from './month-header.tsx';

interface CalendarProps {
  /** The field, below which it opens. */
  box: RefObject<HTMLElement | null>;
  /** The button that opened it. It takes the focus back. */
  button: RefObject<HTMLElement | null>;
  /** The chosen day, or empty. */
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** Focuses the day instead of the first button. Earlier than this event, a dialog around the field takes the focus back. */
function focusActiveDay(event: Event): void {
  event.preventDefault();
  const { currentTarget } = event;
  if (currentTarget instanceof HTMLElement)
    currentTarget.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
}

/** The calendar of a date field: lists of months and years above the days of a month. Escape closes it. */
export function Calendar({
  box,
  button,
  day,
  onChoose,
  onClose,
  min = '1900-01-01',
  max = '2100-12-31',
}: CalendarProps) {
  const t = useText('data/dates.calendar');
  const [activeDay, setActiveDay] = useState(clampDay(day === '' ? dayOf(new Date()) : day, min, max));
  const isButton = (target: EventTarget | null) => target instanceof Node && button.current?.contains(target);
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={box} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('title')}
          onOpenAutoFocus={focusActiveDay}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
          onInteractOutside={(event) => isButton(event.target) && event.preventDefault()} // its press closes the calendar
          className="z-50 w-90 max-w-[calc(100vw-1rem)] max-h-(--radix-popover-content-available-height) animate-rise overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-float md:p-3"
        >
          <MonthHeader day={activeDay} min={min} max={max} onMove={setActiveDay} />
          <MonthGrid
            activeDay={activeDay}
            chosenDay={day}
            min={min}
            max={max}
            onMove={setActiveDay}
            onChoose={onChoose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
