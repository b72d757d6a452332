import { type PointerEvent, useRef } from 'react';
import { type Caliper, clampToPaper, type PaperPoint } from '../../../../../viewer/documents/waveform/caliper.ts';

const grabPx = 24;

/** Returns the point of the paper under the pointer. */
function pointAt(svg: SVGSVGElement, { clientX, clientY }: PointerEvent, height: number): PaperPoint {
  const matrix = svg.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return clampToPaper({ x, y }, height);
}

/** Returns which point of a caliper is near enough to be dragged. */
function findNear(svg: SVGSVGElement, caliper: Caliper | undefined, point: PaperPoint): 0 | 1 | null {
  const pixelsPerMm = svg.getScreenCTM()?.a ?? 1;
  const [first, second] = (caliper ?? []).map(({ x, y }) => Math.hypot(x - point.x, y - point.y) * pixelsPerMm);
  if (first === undefined || second === undefined || Math.min(first, second) > grabPx) return null;
  return first < second ? 0 : 1;
}

/** Handles pointers on the paper: a drag near a point of the caliper moves it, any other makes a new caliper. */
export function usePlaceCaliper(height: number, caliper: Caliper | undefined, onCaliper: (caliper: Caliper) => void) {
  /** The point that stays while the other one follows the pointer. */
  const fixed = useRef<{ readonly point: PaperPoint; readonly moved: 0 | 1 }>(null);
  const place = (point: PaperPoint) => {
    if (fixed.current)
      onCaliper(fixed.current.moved === 0 ? [point, fixed.current.point] : [fixed.current.point, point]);
  };
  return {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return;
      const svg = event.currentTarget;
      svg.setPointerCapture(event.pointerId);
      const point = pointAt(svg, event, height);
      const near = findNear(svg, caliper, point);
      fixed.current =
        near === null || !caliper ? { point, moved: 1 } : { point: caliper[near === 0 ? 1 : 0], moved: near };
      place(point);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => place(pointAt(event.currentTarget, event, height)),
    onPointerUp: () => {
      fixed.current = null;
    },
    onPointerCancel: () => {
      fixed.current = null;
    },
  };
}
