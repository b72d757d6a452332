import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { useControl } from './field.tsx';

/** A multi-line text field. Grows with its text if the browser supports it. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useControl()}
      rows={rows}
      {...rest}
      className={classes('control h-auto! min-h-16 resize-y py-2 field-sizing-content', className)}
    />
  );
}
