import type { Window } from '../../../viewer/stack/image-metadata.ts';

/** Keyboard input of the viewer, and the step sizes of its keys. */

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Returns a key's letter by its position on a Latin keyboard. A Greek keyboard writes λ at the position of L. */
export function getLatinKey({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key.length !== 1) return key;
  const isLatin = key.charCodeAt(0) < 128;
  return isLatin ? key.toUpperCase() : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
}

const windowStep = 20;
export const panStep = 24; // CSS pixels
export const zoomStep = 1.15;

/** The direction of each arrow key. */
export const arrowDirections: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Adjusts the window: sideways arrows change its width, the others its center. */
export function adjustWindow(window: Window, across: number, down: number): Window {
  return { width: Math.max(1, window.width + across * windowStep), center: window.center - down * windowStep };
}
