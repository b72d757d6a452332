import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { useControl } from './field.tsx';

export interface TextInputProps extends ComponentProps<'input'> {
  /** Drawn at the right end, for recognition only. */
  icon?: LucideIcon;
}

/** One line of text. Inside a `Field` it needs no id; it takes `register(...)` of a form as it is. */
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
