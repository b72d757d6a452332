import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ChangeEvent, Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { useControl } from './field.tsx';

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** In parentheses behind the label. */
  hint?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  /** Omit it inside a `FormField`, which registers the select. */
  value?: Value | '';
  onChange?: (value: Value) => void;
  /** Shown while no option is chosen. */
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
  displayValue?: string;
  className?: string;
  /** Part of another control, which takes the field's label and error. */
  isStandalone?: boolean;
  /** Ref of the select, so a form can focus it. */
  ref?: Ref<HTMLSelectElement> | undefined;
}

const variants = {
  field: { box: 'block w-full', select: 'control pr-9', start: '' },
  quiet: {
    box: 'inline-block max-w-full shrink-0',
    // 16 px text below 768 px, because phones zoom otherwise
    select:
      'h-11 w-full rounded-card border border-line-mid bg-surface pr-9.5 text-body font-strong text-ink text-ellipsis field-sizing-content hover:bg-sunken active:bg-line disabled:text-ink-faint max-md:text-prose md:h-9',
    start: 'pl-3.5',
  },
} as const;

const iconClass = 'pointer-events-none absolute inset-y-0 my-auto';

/** Returns the attributes of the native select: from the surrounding field, and from the props if they set a value. */
function useSelectAttributes<Value extends string>(props: SelectProps<Value>) {
  const { options, value, name, onChange, onBlur, ref, label, disabled, isStandalone } = props;
  const control = useControl();
  const isChosen = options.some((option) => option.value === value);
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const option = options.find((candidate) => candidate.value === event.target.value);
    if (option) onChange?.(option.value);
  };
  const binding =
    value === undefined ? { defaultValue: '' } : { value: isChosen ? value : '', name, onBlur, ref, onChange: choose };
  return { isChosen, attributes: { ...(isStandalone ? {} : control), ...binding, 'aria-label': label, disabled } };
}

/** Selects one option of a list: the browser's own control, which phones and screen readers know. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, placeholder, variant = 'field', icon: Icon, displayValue, className } = props;
  const t = useUiText();
  const { isChosen, attributes } = useSelectAttributes(props);
  const optionElements = (
    <>
      {!isChosen && (
        <option value="" disabled hidden>
          {placeholder ?? t('action.choose')}
        </option>
      )}
      {options.map(({ value, label, hint, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {hint ? `${label} (${hint})` : label}
        </option>
      ))}
    </>
  );
  if (displayValue !== undefined) {
    return (
      // the box shows the text and the focus; the select lies over it and is transparent
      <span className={classes('control relative inline-flex w-auto! shrink-0 items-center gap-2', className)}>
        <span aria-hidden="true">{displayValue}</span>
        <ChevronDown size={16} className="text-ink-muted" />
        <select {...attributes} className="absolute inset-0 size-full appearance-none opacity-0">
          {optionElements}
        </select>
      </span>
    );
  }
  const { box, select, start } = variants[variant];
  return (
    <span className={classes('relative', box, className)}>
      {Icon && <Icon size={16} className={classes(iconClass, 'left-3.5')} />}
      <select {...attributes} className={classes('appearance-none', select, Icon ? 'pl-9.5' : start)}>
        {optionElements}
      </select>
      <ChevronDown size={16} className={classes(iconClass, 'right-3 text-ink-muted')} />
    </span>
  );
}
