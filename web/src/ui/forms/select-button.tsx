import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { useControl } from './field.tsx';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
  /** Said at the right end of the row. */
  hint?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** For readers, where there is no `Field` around it. */
  label?: string;
  /** `quiet` looks like a button: sorting and filters. */
  variant?: 'field' | 'quiet';
  icon?: LucideIcon;
  disabled?: boolean;
  name?: string;
  onBlur?: () => void;
  /** What the closed select shows instead of the option's own words. */
  displayValue?: ReactNode;
  className?: string;
  /** Part of another control: leaves the field's label and error to that one. */
  isStandalone?: boolean;
  /** Of the trigger, so that a form can focus it. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

const variants = {
  field: 'control justify-between data-placeholder:text-ink-faint',
  quiet:
    'min-h-11 rounded-card border border-line-mid bg-surface px-3.5 text-body font-thing hover:bg-sunken active:bg-line data-disabled:text-ink-faint md:min-h-9',
} as const;

/** What the button of a select bears, whole or not yet. */
export function useSelectButton<Value extends string>(props: SelectProps<Value>) {
  const { label, placeholder, variant = 'field', className } = props;
  const t = useUiText();
  const control = useControl();
  const attributes = {
    ...(props.isStandalone ? {} : control),
    'aria-label': label,
    onBlur: props.onBlur,
    className: classes('inline-flex shrink-0 items-center gap-2 text-left', variants[variant], className),
  };
  return { attributes, placeholder: placeholder ?? t('action.choose') };
}

/** Icon, what is chosen, and the sign that more opens. */
export function SelectButtonContent({ icon: Icon, children }: { icon: LucideIcon | undefined; children: ReactNode }) {
  return (
    <>
      {Icon && <Icon size={16} />}
      <span className="min-w-0 truncate">{children}</span>
      <ChevronDown size={16} className="text-ink-muted" />
    </>
  );
}
