import type { Window } from '../../../viewer/stack/image-metadata.ts';

/** What is read of a pressed key, and how far it goes. */

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The letter of a key as Latin keyboards have it there: Greek ones write λ where L is. */
export function getLatinKey({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key.length !== 1) return key;
  const isLatin = key.charCodeAt(0) < 128;
  return isLatin ? key.toUpperCase() : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
}

const windowStep = 20;
export const panStep = 24; // CSS pixels
export const zoomStep = 1.15;

/** The way an arrow points. */
export const arrowDirections: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Sideways arrows widen and narrow, the others brighten and darken. */
export function adjustWindow(window: Window, across: number, down: number): Window {
  return { width: Math.max(1, window.width + across * windowStep), center: window.center - down * windowStep };
}
