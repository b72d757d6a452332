import { CalendarDays } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { useLazyOpen } from '../feedback/use-lazy-open.ts';
import { useControl } from './field.tsx';
import type { TypedDateState } from './use-typed-date.ts';

const Calendar = lazyComponent(async () => (await import('./calendar/calendar.tsx')).Calendar);

export interface DateLimits {
  /** First day of the calendar, `YYYY-MM-DD`. */
  min?: string | undefined;
  /** Last day of the calendar. */
  max?: string | undefined;
}

interface DateControlProps extends DateLimits {
  typed: TypedDateState;
  name?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  className?: string;
}

/** The text field of a date, with a button that opens a calendar below it. Inside a `Field`. */
export function DateControl({ typed, name, inputRef, className, ...limits }: DateControlProps) {
  const t = useText('data/dates');
  const control = useControl();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const openLazily = useLazyOpen(Calendar);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.leave(); // before the form is submitted
  };
  const onBlur = (event: FocusEvent) => {
    typed.endTyping();
    if (!isOpen && !box.current?.contains(event.relatedTarget)) typed.leave();
  };
  const open = () => {
    typed.endTyping();
    openLazily(() => setOpen(true));
  };
  const close = () => {
    setOpen(false);
    typed.leave();
  };
  const choose = (day: string) => {
    setOpen(false);
    typed.choose(day);
  };
  return (
    <>
      <div ref={box} className={classes('relative', className)}>
        <input
          {...control}
          ref={inputRef}
          name={name}
          type="text"
          inputMode="decimal" // the phone's digits, with a dot
          autoComplete="off"
          spellCheck={false}
          placeholder={t('hint')}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          className="control pr-12 figures md:pr-9"
        />
        <span className="absolute inset-y-0 right-0 flex items-center md:right-1">
          <IconButton
            ref={button}
            icon={CalendarDays}
            label={t('calendar.open')}
            aria-describedby={`${control.id}-label`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            iconSize={16}
            hasTooltip={false}
            className="md:size-7!"
            onBlur={onBlur}
            onClick={() => (isOpen ? close() : open())}
          />
        </span>
      </div>
      {isOpen && <Calendar {...limits} box={box} button={button} day={typed.day} onChoose={choose} onClose={close} />}
    </>
  );
}
