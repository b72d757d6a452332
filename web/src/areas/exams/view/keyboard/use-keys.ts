import { useEffect, useRef } from 'react';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { isSeriesKey } from '../panels/series-button.tsx';
import { handleKey, type KeyActions } from './keyboard.ts';

const ownKeys = 'input, textarea, select, [role="menu"], [role="dialog"], [data-own-keys]';

/** Returns whether the focused element handles the key itself: Space and Enter press it, arrows open its menu. A series has
 * keys of its own. */
function isHandledByTarget(event: KeyboardEvent, target: Element): boolean {
  if (target.closest('[data-series-button]') && isSeriesKey(event)) return true;
  if (event.key.startsWith('Arrow')) return target.closest('[aria-haspopup], [data-own-arrows]') !== null;
  return (event.key === ' ' || event.key === 'Enter') && target.closest('button, a') !== null;
}

/** Returns whether a menu or tooltip is open, which Escape closes before it means anything to the viewer. */
const isOverlayOpen = () => document.querySelector('[role="menu"], [role="tooltip"]') !== null;

/** Handles the viewer's keys, unless the focus is in an element with keys of its own. */
export function useKeys(viewer: Viewer | null | undefined, actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!viewer) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof Element)) return;
      if (event.key === 'Escape' && isOverlayOpen()) return;
      if (target.closest(ownKeys) || isHandledByTarget(event, target)) return;
      if (handleKey(event, viewer, latest.current)) event.preventDefault();
    };
    // captured before the rendering library, which handles every key while an image has the focus
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [viewer]);
}
