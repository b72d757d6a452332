import { useEffect, useState } from 'react';

// A browser opens six connections to an HTTP/1.1 server: the screen's own requests go first.
const settleMs = 500;

/** Returns false for the first 500 ms after mount, then true. For code that is loaded ahead of need. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
