import { describe, expect, it } from 'vitest';
import { ct } from '../../../../test/annotations/annotated-ct.ts';
import { placeImage, scaleBarOf } from './place-image.ts';

const facts = { ...ct, columns: 200, rows: 100, patientSpacings: [{ across: 0.5, down: 0.5 }] };
const rendered = { width: 400, height: 200 };
const room = { left: 10, top: 500, width: 100, height: 100 };
type View = Parameters<typeof placeImage>[0]['view'];
const place = (view: View) => placeImage({ facts, view }, rendered, room);

describe('placeImage', () => {
  it.each<[string, View, [number, number], [number, number]]>([
    ['as stored', undefined, [10, 500], [110, 450]],
    ['flipped', { flip: true }, [110, 500], [10, 450]],
    ['turned by 90 degrees', { rotation: 90 }, [60, 500], [10, 400]],
    ['flipped, then turned', { rotation: 90, flip: true }, [60, 400], [10, 500]],
    ['turned by 180 degrees', { rotation: 180 }, [110, 450], [10, 500]],
    ['turned by 270 degrees', { rotation: 270 }, [10, 400], [60, 500]],
  ])('places an image %s', (_, view, corner, opposite) => {
    const { toPage, matrix } = place(view);
    expect(toPage(0, 0)).toEqual(corner);
    expect(toPage(200, 100)).toEqual(opposite);
    // the matrix places the same upper left corner: x * a + y * c + e with x 0, y 1
    expect([matrix[2] + matrix[4], matrix[3] + matrix[5]]).toEqual(corner);
    expect([matrix[0] + matrix[4], matrix[1] + matrix[5]]).toEqual(opposite);
  });

  it('draws the longest round scale bar that fits, and none without a scale', () => {
    const placed = place(undefined); // a point is 1 mm: 200 columns of 0.5 mm on 100 points
    expect(scaleBarOf({ facts, frame: 1 }, placed)).toEqual({ points: 20, millimeters: 20, isAtDetector: false });
    const spacing = { across: 0.25, down: 0.25 };
    const projection = { ...facts, patientSpacings: [null], detectorSpacing: spacing };
    expect(scaleBarOf({ facts: projection, frame: 1 }, placed)).toMatchObject({ millimeters: 10, isAtDetector: true });
    expect(scaleBarOf({ facts: { ...facts, patientSpacings: [null] }, frame: 1 }, placed)).toBeNull();
  });
});
