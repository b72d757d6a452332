import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { useControl } from './field.tsx';

/** Several lines; grows with its text where the browser can. */
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
