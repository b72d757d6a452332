import { describe, expect, it } from 'vitest';
import reference from '../../test/objects/segmentations.json' with { type: 'json' };
import { type ObjectFile, readObject } from '../../test/read-object.ts';
import type { DataSet, Element } from '../json/json-values.ts';
import { decodeSegmentationFrame, readSegmentation } from './read-segmentation.ts';

function read(name: keyof typeof reference) {
  const file: ObjectFile = readObject(`seg-${name}.dcm`);
  const segmentation = readSegmentation(file.metadata);
  if (!segmentation) throw new Error(`${name} is not readable`);
  return { ...file, segmentation };
}

/** What a frame's pixels of a segment are, as the table has them. */
function summarize(values: ArrayLike<number>, columns: number, isIn: (value: number) => boolean) {
  const places = Array.from(values).flatMap((value, index) => (isIn(value) ? [index] : []));
  const [xs, ys] = [places.map((place) => place % columns), places.map((place) => Math.floor(place / columns))];
  const box = places.length > 0 ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : null;
  return { pixels: places.length, sum: places.reduce((sum, place) => sum + (values[place] ?? 0), 0), box };
}

describe('the segmentations of the test files', () => {
  it.each(Object.keys(reference) as (keyof typeof reference)[])(
    'have the frames, images and pixels that pydicom reads: %s',
    (name) => {
      const { segmentation, frameBytes } = read(name);
      expect(reference[name].length).toBeGreaterThan(0);
      for (const { frame, segment, image, pixels, sum, box, z } of reference[name]) {
        const header = segmentation.frames[frame - 1];
        if (segmentation.type !== 'labelmap') expect(header?.segment).toBe(segment);
        expect(header?.sources).toEqual(name === 'placed' ? [] : [{ sop: image, frame: undefined }]);
        expect(header?.plane).toEqual({
          position: [-20, -30, 100 + 2.5 * z],
          orientation: [1, 0, 0, 0, 1, 0],
          spacing: [1.5, 0.8],
        });
        const values = decodeSegmentationFrame(segmentation, frame, frameBytes(frame));
        if (!values) throw new Error('The frame has too few bytes');
        const isIn = (value: number) => (segmentation.type === 'labelmap' ? value === segment : value > 0);
        expect(summarize(values, segmentation.columns, isIn)).toEqual({ pixels, sum, box });
      }
    },
  );

  it('have the names and colors of their segments', () => {
    const { segments, maxFraction, type } = read('fractional').segmentation;
    expect({ segments, maxFraction, type }).toEqual({
      ...{ type: 'fractional', maxFraction: 200 },
      segments: [
        { number: 1, name: 'Όγκος', color: [255, 0, 0] },
        { number: 2, name: 'Bar', color: [0, 255, 0] },
      ],
    });
  });
});

const number = (value: number): Element => ({ vr: 'US', Value: [value] });
const text = (value: string): Element => ({ vr: 'CS', Value: [value] });

describe('readSegmentation', () => {
  const { metadata } = readObject('seg-binary.dcm');
  it.each<[string, DataSet]>([
    ['an unknown type', { '00620001': text('toString') }],
    ['binary values of 8 bits', { '00280100': number(8) }],
    ['no rows', { '00280010': number(0) }],
    ['more columns than any image', { '00280011': number(65_535) }],
    ['frames without segments', { '52009230': { vr: 'SQ', Value: [{}] } }],
    ['a fraction of nothing', { '00620001': text('FRACTIONAL'), '00280100': number(8), '0062000E': number(0) }],
  ])('refuses %s', (_, changes) => {
    expect(readSegmentation(metadata)).not.toBeNull();
    expect(readSegmentation({ ...metadata, ...changes })).toBeNull();
  });

  it('refuses an empty data set, and reads no more frames than there are groups', () => {
    expect(readSegmentation({})).toBeNull();
    expect(readSegmentation({ ...metadata, '00280008': number(2_000_000_000) })?.frames).toHaveLength(8);
  });

  it('has no place for a frame whose numbers are none', () => {
    const bad = { '00209113': { vr: 'SQ', Value: [{ '00200032': { vr: 'DS', Value: ['x', 1, 2] } }] } };
    const group = { ...bad, '0062000A': { vr: 'SQ', Value: [{ '0062000B': number(1) }] } };
    expect(
      readSegmentation({ ...metadata, '52009230': { vr: 'SQ', Value: [group] } })?.frames[0]?.plane,
    ).toBeUndefined();
  });

  it('decodes no frame of which bytes are missing', () => {
    const { segmentation, frameBytes } = read('binary');
    expect(decodeSegmentationFrame(segmentation, 2, frameBytes(2).subarray(1))).toBeNull();
    const labels = read('labelmap');
    expect(decodeSegmentationFrame(labels.segmentation, 1, labels.frameBytes(1).subarray(2))).toBeNull();
  });
});
