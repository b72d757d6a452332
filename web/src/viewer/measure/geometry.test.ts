import { describe, expect, it } from 'vitest';
import {
  type AreaKind,
  angleOf,
  areaOf,
  cobbAngleOf,
  distanceOf,
  type PixelGrid,
  type Point,
  type Point2,
  scalePoints,
  statisticsOf,
  valueAt,
} from './geometry.ts';

const tilted = (x: number, y: number, degrees: number, length = 20): Point2[] => {
  const [across, down] = [
    (Math.cos((degrees * Math.PI) / 180) * length) / 2,
    (Math.sin((degrees * Math.PI) / 180) * length) / 2,
  ];
  return [
    [x - across, y - down],
    [x + across, y + down],
  ];
};
const [up, down] = [tilted(50, 20, -20), tilted(50, 90, 25)];

const table: readonly [string, (points: readonly Point[]) => number, readonly Point[], number][] = [
  [
    'a length',
    ([a = [0, 0], b = [0, 0]]) => distanceOf(a, b),
    [
      [1, 2],
      [4, 6],
    ],
    5,
  ],
  [
    'a length in the patient',
    ([a = [0, 0, 0], b = [0, 0, 0]]) => distanceOf(a, b),
    [
      [1, 2, 3],
      [3, 5, 9],
    ],
    7,
  ],
  [
    'a right angle',
    angleOf,
    [
      [10, 0],
      [0, 0],
      [0, 3],
    ],
    90,
  ],
  [
    'an angle in the patient',
    angleOf,
    [
      [1, 0, 0],
      [0, 0, 0],
      [1, 0, 1],
    ],
    45,
  ],
  [
    'an angle of no opening',
    angleOf,
    [
      [7, 7],
      [1, 1],
      [3, 3],
    ],
    0,
  ],
  [
    'an angle without a side',
    angleOf,
    [
      [1, 1],
      [1, 1],
      [3, 3],
    ],
    0,
  ],
  ['a Cobb angle', cobbAngleOf, [...up, ...down], 45],
  ['a Cobb angle with one line set backwards', cobbAngleOf, [...up, ...down.toReversed()], 45],
  ['a Cobb angle of more than 90 degrees', cobbAngleOf, [...tilted(50, 0, -55), ...tilted(50, 90, 50)], 105],
  ['a Cobb angle of crossing lines', cobbAngleOf, [...tilted(0, 0, 0), ...tilted(0, 0, 150)], 30],
  [
    'a rectangle',
    (points) => areaOf('rectangle', points),
    [
      [1, 1],
      [5, 1],
      [5, 4],
      [1, 4],
    ],
    12,
  ],
  [
    'an ellipse',
    (points) => areaOf('ellipse', points),
    [
      [0, 5],
      [20, 5],
      [10, 0],
      [10, 10],
    ],
    Math.PI * 50,
  ],
  [
    'an ellipse in the patient',
    (points) => areaOf('ellipse', points),
    [
      [0, 0, 0],
      [0, 0, 4],
      [0, 1, 2],
      [0, -1, 2],
    ],
    Math.PI * 2,
  ],
];

describe('geometry', () => {
  it.each(table)('measures %s', (_, measure, points, expected) => {
    expect(measure(points)).toBeCloseTo(expected, 9);
  });

  it('measures in millimeters where pixels are not square', () => {
    const [from = [0, 0], to = [0, 0]] = scalePoints(
      [
        [1, 1],
        [4, 3],
      ],
      0.5,
      2,
    );
    expect(distanceOf(from, to)).toBeCloseTo(Math.hypot(1.5, 4), 9);
  });
});

/** Ten by eight pixels of the value of their column, and 100 more in each row. */
const grid: PixelGrid = {
  values: Float32Array.from({ length: 80 }, (_, index) => (index % 10) + 100 * Math.floor(index / 10)),
  columns: 10,
  rows: 8,
};
const corners = (left: number, top: number, right: number, bottom: number): Point2[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];
const axes = (x: number, y: number, radiusAcross: number, radiusDown: number): Point2[] => [
  [x - radiusAcross, y],
  [x + radiusAcross, y],
  [x, y - radiusDown],
  [x, y + radiusDown],
];

describe('statisticsOf', () => {
  it('takes the pixels whose centers are inside', () => {
    expect(statisticsOf('rectangle', corners(2, 3, 5, 4), grid)).toEqual({
      mean: 303,
      sd: Math.sqrt(2 / 3),
      min: 302,
      max: 304,
      count: 3,
    });
    expect(statisticsOf('rectangle', corners(2.6, 3, 5, 4), grid)).toMatchObject({ min: 303, count: 2 });
  });

  it('takes the same pixels whichever corner was set first', () => {
    const points = corners(1, 1, 4, 3);
    const [first, ...others] = points;
    const turned = first ? [...others, first] : [];
    expect(statisticsOf('rectangle', turned, grid)).toEqual(statisticsOf('rectangle', points, grid));
    expect(statisticsOf('rectangle', points.toReversed(), grid)).toMatchObject({ count: 6 });
  });

  it('leaves the corners of an ellipse out', () => {
    expect(statisticsOf('ellipse', axes(5, 4, 1.5, 1.5), grid)).toMatchObject({ count: 4, mean: 354.5 });
    expect(statisticsOf('ellipse', axes(5, 4, 5, 4), grid)?.count).toBe(64);
  });

  it('counts only pixels of the image, and reads one pixel where no center is inside', () => {
    expect(statisticsOf('rectangle', corners(8, 6, 30, 30), grid)).toMatchObject({ count: 4, max: 709 });
    const tiny: readonly [AreaKind, Point2[]][] = [
      ['rectangle', corners(3.1, 2.1, 3.2, 2.2)],
      ['ellipse', axes(3.15, 2.15, 0.05, 0.05)],
      ['ellipse', axes(3.15, 2.15, 0, 0)],
    ];
    for (const [kind, points] of tiny)
      expect(statisticsOf(kind, points, grid)).toEqual({ mean: 203, sd: 0, min: 203, max: 203, count: 1 });
    expect(statisticsOf('rectangle', corners(20, 20, 30, 30), grid)).toBeUndefined();
  });

  it('keeps the digits of large values', () => {
    const values = Float64Array.from({ length: 4 }, (_, index) => 1e9 + (index % 2));
    expect(statisticsOf('rectangle', corners(0, 0, 4, 1), { values, columns: 4, rows: 1 })?.sd).toBeCloseTo(0.5, 9);
  });
});

describe('valueAt', () => {
  it('reads the pixel that contains the point, and nothing outside', () => {
    expect(valueAt(grid, [3.9, 2])).toBe(203);
    for (const point of [
      [-0.1, 2],
      [10, 2],
      [3, 8],
    ] satisfies Point2[])
      expect(valueAt(grid, point)).toBeUndefined();
  });
});
