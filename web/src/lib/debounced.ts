import { limits } from '@medcloud/contract/limits';
import { useEffect, useState } from 'react';

/**
 * Returns the value after it has not changed for `delayMs`. Default: 300 ms, for searches (specification, section 9).
 */
export function useDebounced<Value>(value: Value, delayMs: number = limits.searchDebounceMs): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
