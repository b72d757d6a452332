import { expect, it, vi } from 'vitest';
import type { Frame } from './frames.ts';
import { Prefetcher } from './prefetcher.ts';

const frames: Frame[] = Array.from({ length: 9 }, (_, index) => ({
  imageId: `image-${index}`,
  instanceUid: `1.2.${index}`,
  number: 1,
  attributes: {},
}));

/** A prefetcher whose images load at once, and the ids of those that it decoded. */
function start(reach: () => number) {
  const decoded = new Set<string>();
  const prefetcher = new Prefetcher(frames, reach, {
    decode: async ({ imageId }) => void decoded.add(imageId),
    fetchBytes: async () => false,
    isLoaded: () => true,
    isDecoded: ({ imageId }) => decoded.has(imageId),
    onLoaded: () => undefined,
  });
  return { prefetcher, decoded };
}

const images = (...indexes: number[]) => indexes.map((index) => `image-${index}`);

it('decodes as many images on each side as the other panes leave room for at each move', async () => {
  let reach = 2;
  const { prefetcher, decoded } = start(() => reach);
  prefetcher.moveTo(2);
  await vi.waitFor(() => expect([...decoded].toSorted()).toEqual(images(0, 1, 3, 4)));
  reach = 1;
  decoded.clear();
  prefetcher.moveTo(6);
  await vi.waitFor(() => expect([...decoded].toSorted()).toEqual(images(5, 7)));
});
