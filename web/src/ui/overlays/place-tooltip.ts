export type TooltipSide = 'top' | 'right' | 'bottom';

const gapPixels = 6;
const marginPixels = 8;

/** Places a box of fixed position beside an element: on the side asked for, or opposite where it does not fit. */
export function placeTooltip(box: HTMLElement, anchor: Element, side: TooltipSide): void {
  const around = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const above = around.top - gapPixels - height;
  const below = around.bottom + gapPixels;
  const isRight = side === 'right' && around.right + gapPixels + width <= clientWidth - marginPixels;
  const isAbove = side === 'top' ? above >= marginPixels : below + height > clientHeight - marginPixels;
  const left = isRight ? around.right + gapPixels : around.left + (around.width - width) / 2;
  const top = isRight ? around.top + (around.height - height) / 2 : isAbove ? above : below;
  box.style.left = `${clamp(left, clientWidth - width)}px`;
  box.style.top = `${clamp(top, clientHeight - height)}px`;
}

function clamp(start: number, largest: number): number {
  return Math.max(marginPixels, Math.min(start, largest - marginPixels));
}
