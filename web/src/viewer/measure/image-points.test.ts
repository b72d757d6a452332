import type { DataSet } from '@medcloud/dicom/json';
import { describe, expect, it } from 'vitest';
import type { Point2 } from './geometry.ts';
import { toImagePoint, toLibraryPoint } from './image-points.ts';

const stored: DataSet = {
  '00200032': { Value: [-100, 20, 7] },
  '00200037': { Value: [0, 1, 0, 0, 0, -1] },
  '00280010': { Value: [400] },
  '00280011': { Value: [200] },
  '00280030': { Value: [0.5, 2] },
};
const rendered: DataSet = {
  ...stored,
  '00280010': { Value: [100] },
  '00280011': { Value: [100] },
  '00280030': { Value: [2, 4] },
};

describe('image points', () => {
  it('count from the corner of the first pixel, whose middle is the image’s position', () => {
    expect(toImagePoint({ shown: stored, stored }, [-100, 20, 7])).toEqual([0.5, 0.5]);
    expect(toImagePoint({ shown: stored, stored }, [-100, 24, 6])).toEqual([2.5, 2.5]);
  });

  it('come back to the same place, also in an image that the server reduced', () => {
    for (const shown of [stored, rendered])
      for (const point of [
        [0, 0],
        [13.25, 399.5],
        [200, 1],
      ] satisfies Point2[])
        expect(toImagePoint({ shown, stored }, toLibraryPoint({ shown, stored }, point))).toEqual(point);
    expect(toImagePoint({ shown: rendered, stored }, [-100, 20, 7])).toEqual([1, 2]);
  });

  it('need no position, orientation or spacing', () => {
    expect(toLibraryPoint({ shown: {}, stored: {} }, [3, 4])).toEqual([2.5, 3.5, 0]);
  });
});
