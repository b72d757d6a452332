import { type RefObject, useEffect, useRef } from 'react';

const swipePixels = 14; // of a finger's way for one image
const wheelPixels = 40;

/** Moves through the images by the wheel, and by a finger that slides over the picture, up or down. */
export function useImageGestures({
  isEnabled,
  move,
}: {
  isEnabled: boolean;
  move: (by: number) => void;
}): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const latestMove = useRef(move);
  useEffect(() => {
    latestMove.current = move;
  });
  useEffect(() => {
    const target = element.current;
    if (target === null || !isEnabled) return;
    let way = 0;
    let lastY: number | null = null;
    const add = (pixels: number, perImage: number) => {
      way += pixels;
      const images = Math.trunc(way / perImage);
      if (images === 0) return;
      way -= images * perImage;
      latestMove.current(images);
    };
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey) return; // the browser's zoom
      event.preventDefault();
      add(event.deltaMode === 0 ? event.deltaY : event.deltaY * wheelPixels, wheelPixels);
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      lastY = event.clientY;
      way = 0;
    };
    const onPointerMove = (event: PointerEvent) => {
      if (lastY === null) return;
      add(event.clientY - lastY, swipePixels);
      lastY = event.clientY;
    };
    const onPointerEnd = () => {
      lastY = null;
    };
    const listening = new AbortController();
    const { signal } = listening;
    target.addEventListener('wheel', onWheel, { signal, passive: false });
    target.addEventListener('pointerdown', onPointerDown, { signal });
    target.addEventListener('pointermove', onPointerMove, { signal });
    for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      target.addEventListener(type, onPointerEnd, { signal });
    return () => listening.abort();
  }, [isEnabled]);
  return element;
}
