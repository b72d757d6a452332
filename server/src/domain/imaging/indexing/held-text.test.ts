import { expect, it } from 'vitest';
import { inPlain, plainOf, TextShelf } from './held-text.ts';

it('holds 16 MiB of texts as they are, deflates those behind, and gives all back the same', () => {
  const shelf = new TextShelf();
  const mebibyte = Buffer.alloc(1_048_576, 'metadata ');
  const held = Array.from({ length: 20 }, () => shelf.hold(inPlain(mebibyte)));
  expect(held.map(({ isDeflated }) => isDeflated)).toEqual(held.map((_, place) => place >= 16));
  expect(held.every((text) => plainOf(text).equals(mebibyte))).toBe(true);
  expect(shelf.heldBytes).toBe(held.reduce((sum, { bytes }) => sum + bytes.length, 0));
});
