import { type PointerEvent as ReactPointerEvent, useMemo, useState } from 'react';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import { paneCounts } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import type { SeriesPlacement } from '../panels/series-button.tsx';

/** A series on its way to a pane: dragged there, or waiting for the pane to be chosen. */
export interface Placing {
  readonly series: PaneSeries;
  /** Where the pointer is, and the pane below it, from 0; absent while the pane is to be chosen. */
  readonly drag: { readonly x: number; readonly y: number; readonly over: number | undefined } | undefined;
}

const dragThreshold = 8; // CSS pixels; less is a press

/** Returns the pane at a point of the window, from 0. */
function paneAt(x: number, y: number): number | undefined {
  const pane = document.elementFromPoint(x, y)?.closest('[data-pane]')?.getAttribute('data-pane');
  return pane === null || pane === undefined ? undefined : Number(pane);
}

/** Discards the click that ends a drag over the button where it began. */
function discardNextClick(): void {
  const listening = new AbortController();
  const options = { capture: true, once: true, signal: listening.signal };
  window.addEventListener('click', (event) => event.stopPropagation(), options);
  window.addEventListener('pointerdown', () => listening.abort(), options);
}

interface Drag {
  readonly onMove: (x: number, y: number) => void;
  /** `isDropped` is false if the drag was canceled. */
  readonly onEnd: (isDropped: boolean, x: number, y: number) => void;
}

/** Follows a pressed pointer. Calls `onMove` once it moved far enough, and then `onEnd`. */
function followDrag(press: ReactPointerEvent, { onMove, onEnd }: Drag): void {
  const { pointerId, clientX, clientY } = press;
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  let isDragged = false;
  const end = (isDropped: boolean, x: number, y: number) => {
    listening.abort();
    if (!isDragged) return;
    discardNextClick();
    onEnd(isDropped, x, y);
  };
  const onPointer = (event: PointerEvent) => {
    const { type, clientX: x, clientY: y } = event;
    if (event.pointerId !== pointerId) return;
    if (type !== 'pointermove') return end(type === 'pointerup', x, y);
    isDragged ||= Math.hypot(x - clientX, y - clientY) >= dragThreshold;
    if (isDragged) onMove(x, y);
  };
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(type, onPointer, options);
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false, clientX, clientY), options);
}

/** Shows a series of the rail in any pane: dragged there, by a choice of the pane, or by its number. */
export function usePlacing(viewer: Viewer, { layout, mpr }: Pick<ViewerState, 'layout' | 'mpr'>) {
  const [placing, setPlacing] = useState<Placing>();
  const hasSeveralPanes = paneCounts[layout] > 1 && mpr === undefined;
  const placement = useMemo<SeriesPlacement>(() => {
    const place = (series: PaneSeries, paneIndex: number) => {
      setPlacing(undefined);
      if (paneIndex >= paneCounts[viewer.getSnapshot().layout]) return;
      viewer.choose(paneIndex);
      void viewer.show(series, paneIndex);
    };
    return {
      hasSeveralPanes,
      place,
      pick: (series) =>
        setPlacing((previous) => (previous?.series === series ? undefined : { series, drag: undefined })),
      press: (series, event) => {
        if (event.button !== 0 || !event.isPrimary || viewer.getSnapshot().mpr) return;
        followDrag(event, {
          onMove: (x, y) => setPlacing({ series, drag: { x, y, over: paneAt(x, y) } }),
          onEnd: (isDropped, x, y) => {
            const paneIndex = isDropped ? paneAt(x, y) : undefined;
            setPlacing(undefined);
            if (paneIndex === undefined) return;
            place(series, paneIndex);
            viewer.activePane.focus();
          },
        });
      },
      leave: () => viewer.activePane.focus(),
    };
  }, [viewer, hasSeveralPanes]);
  return { placing, placement, cancel: () => setPlacing(undefined) };
}
