import { useEffect, useState } from 'react';
import { useSettled } from '../../lib/settled.ts';
import type { Fetched } from './fetched.ts';

/**
 * A part that nobody sees as a page opens: fetched once the page has settled, or as soon as it is wanted. Until it is there
 * nothing stands in its place; where it cannot be had it is asked for again the next time that it is wanted, and the page stands meanwhile.
 */
export function usePart<Part>({ fetch, current }: Fetched<Part>, wanted: unknown): Part | undefined {
  const [come, setCome] = useState(() => ({ part: current() }));
  const isSettled = useSettled();
  const isHere = come.part !== undefined;
  useEffect(() => {
    if (isHere || !(isSettled || wanted)) return;
    fetch().then(
      (part) => setCome({ part }),
      (error: unknown) => console.error(error),
    );
  }, [isHere, isSettled, wanted, fetch]);
  return come.part;
}
