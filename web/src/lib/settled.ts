import { useEffect, useState } from 'react';

// A browser has six connections to a portal on HTTP/1.1: what the screen itself asks for goes first.
const settleMs = 500;

/** False while what draws it has just come onto the page; then true. For what is fetched beforehand and not needed yet. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
