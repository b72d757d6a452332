import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { useControl } from './field.tsx';

export interface TextInputProps extends ComponentProps<'input'> {
  /** A decorative icon at the right end. */
  icon?: LucideIcon;
}

/** A single-line text field. Needs no id inside a `Field`. Accepts a form's `register(...)` props. */
export function TextInput({ icon: Icon, className, ...rest }: TextInputProps) {
  const input = (
    <input type="text" {...useControl()} {...rest} className={classes('control', Icon && 'pr-10', className)} />
  );
  if (!Icon) return input;
  return (
    <div className="relative">
      {input}
      <Icon size={16} className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-muted" />
    </div>
  );
}
