import { useEffect, useState } from 'react';
import { useSettled } from '../../lib/settled.ts';
import type { LazyModule } from './lazy-module.ts';

/**
 * Loads a module that is not visible when the page opens: after the page has settled, or at once if `isNeeded`.
 * Returns undefined until then. A failed load is logged and repeated the next time the module is needed.
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
