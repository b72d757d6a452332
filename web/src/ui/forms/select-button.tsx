import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { useControl } from './field.tsx';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
  /** Text at the right end of the row. */
  hint?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** For screen readers, if no `Field` is around it. */
  label?: string;
  /** `quiet` looks like a button: sorting and filters. */
  variant?: 'field' | 'quiet';
  icon?: LucideIcon;
  disabled?: boolean;
  name?: string;
  onBlur?: () => void;
  /** Shown in the closed select instead of the option's label. */
  displayValue?: ReactNode;
  className?: string;
  /** Part of another control, which takes the field's label and error. */
  isStandalone?: boolean;
  /** Ref of the trigger, so a form can focus it. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

const variants = {
  field: 'control justify-between data-placeholder:text-ink-faint',
  quiet:
    'min-h-11 rounded-card border border-line-mid bg-surface px-3.5 text-body font-thing hover:bg-sunken active:bg-line data-disabled:text-ink-faint md:min-h-9',
} as const;

/** Returns attributes and placeholder of a select's button, for the placeholder and the loaded select. */
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

/** The content of a select's button: icon, selected value, arrow. */
export function SelectButtonContent({ icon: Icon, children }: { icon: LucideIcon | undefined; children: ReactNode }) {
  return (
    <>
      {Icon && <Icon size={16} />}
      <span className="min-w-0 truncate">{children}</span>
      <ChevronDown size={16} className="text-ink-muted" />
    </>
  );
}
