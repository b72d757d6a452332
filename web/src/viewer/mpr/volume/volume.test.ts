import { expect, it } from 'vitest';
import { createFrames, createGeometry, values } from './test-frames.ts';
import { coarsenessFor, createVolume, halveVolume, setSlice, windowOfVolume } from './volume.ts';

const image = (all: readonly number[]) => ({ values: Int16Array.from(all), columns: 3, rows: 2 });

it('adopts the decoder’s arrays at full resolution', () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  const decoded = image([1, 2, 3, 4, 5, 6]);
  setSlice(volume, 3, decoded);
  expect(volume.slices[3]).toBe(decoded.values);
});

it('widens 8-bit arrays, which the decoder returns for dark images', () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  setSlice(volume, 0, { values: Uint8Array.of(1, 2, 3, 4, 5, 200), columns: 3, rows: 2 });
  expect(volume.slices[0]).toEqual(Int16Array.of(1, 2, 3, 4, 5, 200));
});

it('rejects an image of another size, or whose array was released', () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  expect(() => setSlice(volume, 0, { ...image([1, 2, 3, 4]), columns: 2 })).toThrow(/size/);
  const released = Int16Array.of(1, 2, 3, 4, 5, 6);
  structuredClone(released, { transfer: [released.buffer] });
  expect(() => setSlice(volume, 0, { values: released, columns: 3, rows: 2 })).toThrow(/size/);
});

it('limits its bytes by averaging neighboring values', () => {
  const geometry = createGeometry(createFrames(8));
  expect(coarsenessFor(geometry, 3 * 2 * 2 * 8)).toBe(1);
  expect(coarsenessFor(geometry, 50)).toBe(2);
  const volume = createVolume(geometry, 2);
  expect(volume).toMatchObject({ dimensions: [2, 1, 8], spacing: [0.5, 1, 2], start: [0.125, 0.25] });
  setSlice(volume, 1, image([0, 2, 4, 10, 12, 14]));
  expect(volume.slices[1]).toEqual(Int16Array.of(6, 9));
});

it('counts four bytes a value if the rescale slope gives fractions', () => {
  const fractions = createFrames(8, (attributes) => ({ ...attributes, '00281053': values('DS', 0.37) }));
  expect(coarsenessFor(createGeometry(fractions), 3 * 2 * 2 * 8)).toBe(2);
  const unsigned = createFrames(8, (attributes) => ({ ...attributes, '00280103': values('US', 0) }));
  expect(coarsenessFor(createGeometry(unsigned), 3 * 2 * 2 * 8)).toBe(1);
});

it('halves its columns and rows, and empties what it was', () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  setSlice(volume, 2, image([0, 2, 4, 10, 12, 14]));
  const half = halveVolume(volume);
  expect(half).toMatchObject({ coarseness: 2, dimensions: [2, 1, 8] });
  expect(half.slices[2]).toEqual(Int16Array.of(6, 9));
  expect(volume.slices.some(Boolean)).toBe(false);
});

it('lets the nearest loaded image take the place of those not loaded yet', () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  const place = (index: number) => {
    setSlice(volume, index, image([0, 0, 0, 0, 0, 0]));
    return [...volume.nearest];
  };
  expect([...volume.nearest]).toEqual(Array.from({ length: 8 }, () => -1));
  expect(place(4)).toEqual([4, 4, 4, 4, 4, 4, 4, 4]);
  expect(place(0)).toEqual([0, 0, 4, 4, 4, 4, 4, 4]);
  expect(place(7)).toEqual([0, 0, 4, 4, 4, 4, 7, 7]);
});

it('proposes a window over the range of its values', () => {
  const volume = createVolume(createGeometry(createFrames(8)), 1);
  expect(windowOfVolume(volume)).toEqual({ width: 1, center: 0 });
  setSlice(volume, 0, image([-100, 0, 0, 0, 0, 0]));
  setSlice(volume, 1, image([300, 0, 0, 0, 0, 0]));
  expect(windowOfVolume(volume)).toEqual({ width: 400, center: 100 });
});
