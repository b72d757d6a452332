import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, type Ref, useId } from 'react';
import { classes } from '../../lib/classes.ts';
import { FieldNote } from './field.tsx';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  /** A box of 28 px and text of 18 px, for the consent page. */
  isLarge?: boolean;
  onBlur?: () => void;
  name?: string;
  /** Ref of the box, so a form can focus it. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A checkbox with its label. A press on the label toggles it. */
export function Checkbox(props: CheckboxProps) {
  const { label, checked, onChange, help, error, disabled, isLarge, onBlur, name, ref } = props;
  const id = useId();
  const noteId = error || help ? `${id}-note` : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <div className={classes('flex', isLarge ? 'gap-4' : 'gap-2.5')}>
        <Radix.Root
          id={id}
          ref={ref}
          name={name}
          checked={checked}
          onCheckedChange={(value) => onChange(value === true)}
          onBlur={onBlur}
          disabled={disabled}
          aria-describedby={noteId}
          aria-invalid={error ? true : undefined}
          className={classes(
            'relative mt-px flex shrink-0 items-center justify-center rounded-check border-[1.5px] border-line-strong bg-surface text-on-primary',
            'hover:border-ink-muted data-[state=checked]:border-primary data-[state=checked]:bg-primary aria-invalid:border-danger',
            'after:absolute after:-inset-1.5 disabled:border-line disabled:bg-sunken disabled:text-ink-faint',
            isLarge ? 'size-7 rounded-badge' : 'size-[1.125rem]',
          )}
        >
          <Radix.Indicator>
            <Check size={isLarge ? 20 : 12} className="stroke-3" />
          </Radix.Indicator>
        </Radix.Root>
        <label htmlFor={id} className={classes('min-w-0 pt-px', isLarge ? 'text-consent' : 'text-body')}>
          {label}
        </label>
      </div>
      {noteId && (
        <div className="pl-7">
          <FieldNote id={noteId} error={error} help={help} />
        </div>
      )}
    </div>
  );
}
