import { limits } from '@medcloud/contract/limits';
import { useEffect, useState } from 'react';

/** The value once it has rested. Searches wait 300 ms (specification, section 9). */
export function useDebounced<Value>(value: Value, delayMs: number = limits.searchDebounceMs): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return rested;
}
