import { useEffect, useRef } from 'react';
import type { Viewer } from '../../viewer/viewer.ts';
import { type KeyActs, pressKey } from './keyboard.ts';

const ownKeys = 'input, textarea, select, [role="menu"], [role="dialog"]';

/** Space and Enter press what has the focus. */
function isPressOf(event: KeyboardEvent, target: Element): boolean {
  return (event.key === ' ' || event.key === 'Enter') && target.closest('button, a') !== null;
}

/** The viewer's keys, wherever the focus stands, but in what has keys of its own. */
export function useKeys(viewer: Viewer | null | undefined, acts: KeyActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    if (!viewer) return;
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof Element)) return;
      if (target.closest(ownKeys) || isPressOf(event, target)) return;
      if (pressKey(event, viewer, latest.current)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [viewer]);
}
