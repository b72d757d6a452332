import { expect, it } from 'vitest';
import { inflateText, TextBuffer, toBufferedText } from './text-buffer.ts';

it('keeps the first 16 MiB of texts plain, deflates later ones, and returns all of them unchanged', () => {
  const textBuffer = new TextBuffer();
  const mebibyte = Buffer.alloc(1_048_576, 'metadata ');
  const buffered = Array.from({ length: 20 }, () => textBuffer.add(toBufferedText(mebibyte)));
  expect(buffered.map(({ isDeflated }) => isDeflated)).toEqual(buffered.map((_, place) => place >= 16));
  expect(buffered.every((text) => inflateText(text).equals(mebibyte))).toBe(true);
  expect(textBuffer.sizeBytes).toBe(buffered.reduce((sum, { bytes }) => sum + bytes.length, 0));
});
