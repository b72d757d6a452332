import { type PointerEvent, useRef } from 'react';

const minDistance = 60; // CSS pixels
const maxSlope = 0.5;

/**
 * Calls `onSwipe` with 1 for a finger that moved to the left, and -1 for the right. A finger that moved up or down, and
 * two fingers, do not swipe.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined);
  return {
    onPointerDownCapture: ({ isPrimary, pointerType, pointerId: id, clientX: x, clientY: y }: PointerEvent) => {
      start.current = isPrimary && pointerType === 'touch' ? { id, x, y } : undefined;
    },
    onPointerUpCapture: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = undefined;
      if (from?.id !== pointerId) return;
      const [across, down] = [clientX - from.x, clientY - from.y];
      if (Math.abs(across) >= minDistance && Math.abs(down) <= maxSlope * Math.abs(across))
        onSwipe(across < 0 ? 1 : -1);
    },
    onPointerCancelCapture: () => {
      start.current = undefined;
    },
  };
}
