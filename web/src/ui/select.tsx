import { getNonce } from 'get-nonce';
import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ReactNode, type Ref, useState } from 'react';
import { classes } from '../kit/classes.ts';
import { useUiText } from '../text/language.tsx';
import { useControl } from './field.tsx';
import { useInertBehind } from './inert-behind.ts';

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
  look?: 'field' | 'quiet';
  icon?: LucideIcon;
  disabled?: boolean;
  name?: string;
  onBlur?: () => void;
  /** What the closed select shows instead of the option's own words. */
  shown?: ReactNode;
  className?: string;
  /** Part of another control: leaves the field's label and error to that one. */
  standalone?: boolean;
  /** Of the trigger, so that a form can focus it. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

function Options<Value extends string>({ options }: { options: readonly SelectOption<Value>[] }) {
  return (
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className="z-40 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-card border border-line bg-raised p-1 text-ink shadow-float"
      >
        <Radix.Viewport nonce={getNonce()}>
          {options.map((option) => (
            <Radix.Item
              key={option.value}
              value={option.value}
              disabled={option.disabled ?? false}
              className="flex min-h-11 items-center gap-3 rounded-badge px-2.5 py-1.5 text-body outline-none select-none data-disabled:text-ink-faint data-highlighted:bg-primary-soft md:min-h-9"
            >
              <Radix.ItemText>{option.label}</Radix.ItemText>
              <span className="ml-auto flex items-center gap-2 pl-3 text-ink-muted figures">
                {option.hint}
                <Radix.ItemIndicator>
                  <Check size={16} className="stroke-2" />
                </Radix.ItemIndicator>
              </span>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  );
}

const looks = {
  field: 'control justify-between data-placeholder:text-ink-faint',
  quiet:
    'min-h-11 rounded-card border border-line-mid bg-surface px-3.5 text-body font-thing hover:bg-sunken active:bg-line data-disabled:text-ink-faint md:min-h-9',
} as const;

/** One of a list. Typing finds, arrows move, Escape closes. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, placeholder, label, look = 'field', icon: Icon, shown, className } = props;
  const t = useUiText();
  const control = useControl();
  const [open, setOpen] = useState(false);
  useInertBehind(open);
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <Radix.Root
      value={value}
      onValueChange={choose}
      onOpenChange={setOpen}
      disabled={props.disabled ?? false}
      {...(props.name ? { name: props.name } : {})}
    >
      <Radix.Trigger
        {...(props.standalone ? {} : control)}
        ref={props.ref}
        aria-label={label}
        onBlur={props.onBlur}
        className={classes('inline-flex shrink-0 items-center gap-2 text-left', looks[look], className)}
      >
        {Icon && <Icon size={16} />}
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder ?? t('action.choose')}>{shown}</Radix.Value>
        </span>
        <ChevronDown size={16} className="text-ink-muted" />
      </Radix.Trigger>
      <Options options={options} />
    </Radix.Root>
  );
}
