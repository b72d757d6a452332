import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useControl } from './field.tsx';

export interface RadioCard {
  value: string;
  title: ReactNode;
  badge?: ReactNode;
  /** A price. `unit` appears beside it in small text. */
  figure?: ReactNode;
  unit?: ReactNode;
  note?: ReactNode;
  disabled?: boolean;
}

export interface RadioCardsProps {
  /** The question, for screen readers. Omit it inside a `Field`. */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioCard[];
  columns?: 1 | 2 | 4;
  /** Radios of 22 px and text of 18 px, for the consent page. */
  isLarge?: boolean;
}

const grids = { 1: 'grid-cols-1', 2: 'grid-cols-1 sm:grid-cols-2', 4: 'grid-cols-2 lg:grid-cols-4' } as const;

/** The radio circle. Decorative: the item around it is the control. */
export function RadioMark({ isLarge }: { isLarge?: boolean | undefined }) {
  return (
    <span
      className={classes(
        'flex shrink-0 items-center justify-center rounded-full border-[1.5px] border-line-strong bg-surface',
        'group-data-[state=checked]:border-primary group-data-[state=checked]:bg-primary group-hover:border-ink-muted',
        isLarge ? 'size-[1.375rem]' : 'size-[1.125rem]',
      )}
    >
      <span className="hidden size-2 rounded-full bg-surface group-data-[state=checked]:block" />
    </span>
  );
}

function Card({ option, isLarge }: { option: RadioCard; isLarge: boolean | undefined }) {
  return (
    <RadioGroup.Item
      value={option.value}
      disabled={option.disabled}
      className={classes(
        'group flex rounded-card border border-line-strong bg-surface text-left hover:border-ink-muted disabled:border-line disabled:bg-sunken disabled:text-ink-faint',
        'data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft data-[state=checked]:inset-ring data-[state=checked]:inset-ring-primary',
        isLarge ? 'items-center gap-2 p-2.5 md:p-3' : 'gap-3 p-4',
      )}
    >
      <RadioMark isLarge={isLarge} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
          <span className={isLarge ? 'text-consent font-semibold' : 'text-body font-strong'}>{option.title}</span>
          {option.badge}
        </span>
        {option.figure && (
          <span className="mt-1 flex flex-wrap items-baseline gap-x-1.5">
            <span className="text-[1.5rem]/8 font-semibold tracking-[-0.022em] figures">{option.figure}</span>
            <span className="text-body text-ink-muted">{option.unit}</span>
          </span>
        )}
        {option.note && (
          <span
            className={classes(
              'block text-ink-muted figures',
              isLarge ? 'text-[0.9375rem] md:text-prose' : 'text-small',
            )}
          >
            {option.note}
          </span>
        )}
      </span>
    </RadioGroup.Item>
  );
}

/**
 * A radio group with a card per option: plans, days. The selected card has a 2 px border and a filled mark, not only
 * color.
 */
export function RadioCards({ label, value, onChange, options, columns = 2, isLarge }: RadioCardsProps) {
  const control = useControl();
  return (
    <RadioGroup.Root
      {...control}
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className={classes('grid gap-3', isLarge && columns === 2 ? 'grid-cols-2' : grids[columns])}
    >
      {options.map((option) => (
        <Card key={option.value} option={option} isLarge={isLarge} />
      ))}
    </RadioGroup.Root>
  );
}

/** A radio group in one line of text. */
export function RadioList({ label, value, onChange, options }: Omit<RadioCardsProps, 'columns' | 'large'>) {
  return (
    <RadioGroup.Root
      {...useControl()}
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className="flex flex-wrap gap-x-5 gap-y-2"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          className="group flex min-h-6 items-center gap-2.5 rounded-check text-body"
        >
          <RadioMark />
          {option.title}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
