import type { ComponentProps } from 'react';
import { classes } from '../kit/classes.ts';
import { useControl } from './field.tsx';

/** The browser's own date field: `YYYY-MM-DD` in and out, written as the reader's system writes dates. */
export function DateInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input {...useControl()} {...rest} type="date" className={classes('control date-control figures', className)} />
  );
}
