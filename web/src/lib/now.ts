import { useEffect, useState } from 'react';

/**
 * Returns the current time in milliseconds since 1970 and updates it every `intervalMs`, so relative times stay
 * correct.
 */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
