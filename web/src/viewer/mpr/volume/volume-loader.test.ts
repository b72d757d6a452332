import { expect, it } from 'vitest';
import { firstRoundCount, volumeOrder } from './load-order.ts';
import { createFrames, createGeometry } from './test-frames.ts';
import { createVolume, setSlice, type Volume } from './volume.ts';
import { isMemoryFault, VolumeLoader } from './volume-loader.ts';

const image = { values: Int16Array.of(0, 2, 4, 10, 12, 14), columns: 3, rows: 2 };

it('loads every eighth image first, then those between, nearest first', () => {
  const order = volumeOrder(13, 40);
  expect(order.slice(0, 6)).toEqual([13, 16, 8, 24, 0, 32]);
  expect(order.slice(6, 9)).toEqual([12, 20, 4]);
  expect(order.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(firstRoundCount(40)).toBe(5);
});

it('skips images that are there already', async () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  setSlice(volume, 5, image);
  const asked: string[] = [];
  const loader = new VolumeLoader(volume, {
    loadImageValues: async ({ imageId }) => {
      asked.push(imageId);
      return image;
    },
    onLoaded: () => undefined,
    onHalved: () => undefined,
  });
  await loader.load(3);
  expect(asked).toHaveLength(7);
  expect(loader.loaded).toBe(8);
});

it('goes on with half the columns and rows when an allocation fails', async () => {
  const halves: Volume[] = [];
  let calls = 0;
  const loader = new VolumeLoader(createVolume(createGeometry(createFrames(8)), 1), {
    loadImageValues: async () => {
      calls += 1;
      if (calls === 5) throw new RangeError('Array buffer allocation failed');
      return image;
    },
    onLoaded: () => undefined,
    onHalved: (half) => halves.push(half),
  });
  await loader.load(0);
  expect(halves).toHaveLength(1);
  expect(halves[0]?.coarseness).toBe(2);
  expect(halves[0]?.slices.every((slice) => slice?.length === 2)).toBe(true);
});

it('rejects any other fault, and an allocation that fails at any size', async () => {
  const loadWith = (error: Error) =>
    new VolumeLoader(createVolume(createGeometry(createFrames(8)), 1), {
      loadImageValues: () => Promise.reject(error),
      onLoaded: () => undefined,
      onHalved: () => undefined,
    }).load(0);
  await expect(loadWith(new Error('404'))).rejects.toThrow('404');
  await expect(loadWith(new RangeError('Array buffer allocation failed'))).rejects.toThrow(RangeError);
  expect(isMemoryFault(new Error('WebAssembly.Memory(): could not allocate memory, out of memory'))).toBe(true);
});
