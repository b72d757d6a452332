import { useEffect, useState } from 'react';
import { useSettled } from '../../lib/settled.ts';
import type { LazyModule } from './lazy-module.ts';

/**
 * A part that nobody sees as a page opens: fetched once the page has settled, or as soon as it is wanted. Until it is there
 * nothing stands in its place; where it cannot be had it is asked for again the next time that it is wanted, and the page stands meanwhile.
 */
export function useLazyModule<Value>({ load, current }: LazyModule<Value>, isNeeded: unknown): Value | undefined {
  const [loaded, setLoaded] = useState(() => ({ value: current() }));
  const isSettled = useSettled();
  const isLoaded = loaded.value !== undefined;
  useEffect(() => {
    if (isLoaded || !(isSettled || isNeeded)) return;
    load().then(
      (value) => setLoaded({ value }),
      (error: unknown) => console.error(error),
    );
  }, [isLoaded, isSettled, isNeeded, load]);
  return loaded.value;
}
