import { describe, expect, it } from 'vitest';
import { readObject } from '../../test/read-object.ts';
import { testFile } from '../../test/test-files.ts';
import { toDicomJson } from '../json/dicom-json.ts';
import type { DataSet, Element } from '../json/json-values.ts';
import { parseHead } from '../reader/parse-head.ts';
import { readStructureSet } from './read-structure-set.ts';

const text = (value: string): Element => ({ vr: 'CS', Value: [value] });
const numbers = (...Value: unknown[]): Element => ({ vr: 'DS', Value });
const sequence = (...Value: DataSet[]): Element => ({ vr: 'SQ', Value });

describe('readStructureSet', () => {
  it('reads regions with their names, colors and contours', () => {
    const { label, regions, omittedCount } = readStructureSet(readObject('rtstruct.dcm').metadata);
    expect([label, omittedCount]).toEqual(['PLAN', 0]);
    expect(regions.map(({ contours, ...region }) => ({ ...region, kinds: contours.map(({ kind }) => kind) }))).toEqual([
      {
        number: 1,
        name: 'Στόχος',
        color: [255, 128, 0],
        frameOfReference: '2.25.77001.1',
        kinds: Array(5).fill('closed'),
      },
      { number: 2, name: 'Marker', color: [0, 200, 255], frameOfReference: '2.25.77001.1', kinds: ['point', 'open'] },
      { number: 3, name: 'Elsewhere', color: [9, 9, 9], frameOfReference: '2.25.77001.9', kinds: ['closed'] },
    ]);
    expect(regions[0]?.contours.map(({ sop, points }) => [sop, points.length])).toEqual(
      [1, 2, 3, 4, 5].map((image) => [`2.25.77001.2.${image}`, 72]),
    );
  });

  it('reads a structure set of a planning system', () => {
    const head = parseHead(testFile('test_files/rtstruct.dcm'), true);
    const { regions } = readStructureSet(JSON.parse(JSON.stringify(head && toDicomJson(head.dataSet))));
    expect(regions.map(({ name, contours }) => [name, contours.map(({ kind }) => kind)])).toEqual([
      ['patient', ['closed', 'closed', 'closed']],
      ['Isocenter 1', ['point']],
      ['Isocenter 2', ['point']],
    ]);
  });

  it('omits contours that are damaged or lie in no plane, and counts them', () => {
    const contour = (kind: string, data: Element): DataSet => ({ '30060042': text(kind), '30060050': data });
    const set: DataSet = {
      '30060020': sequence({ '30060022': numbers(4), '30060026': text('A') }, { '30060026': text('no number') }),
      '30060039': sequence({
        '30060084': numbers(4),
        '3006002A': numbers(300, -5, 12.4),
        '30060040': sequence(
          contour('CLOSED_PLANAR', numbers(0, 0, 0, 1, 0, 0, 1, 1, 0)),
          contour('CLOSED_PLANAR', numbers(0, 0, 0, 1)),
          contour('CLOSED_PLANAR', numbers(0, 0, 'x')),
          contour('OPEN_NONPLANAR', numbers(0, 0, 0)),
          contour('toString', numbers(0, 0, 0)),
          contour('POINT', { vr: 'DS' }),
        ),
      }),
    };
    const { regions, omittedCount } = readStructureSet(set);
    expect(regions.map(({ name, color, contours }) => [name, color, contours.length])).toEqual([
      ['A', [255, 0, 12], 1],
    ]);
    expect(omittedCount).toBe(5);
  });

  it('reads at most four million points', () => {
    const half = { '30060042': text('CLOSED_PLANAR'), '30060050': numbers(...Array(3 * 1_100).fill(1)) };
    const set: DataSet = {
      '30060020': sequence({ '30060022': numbers(1) }),
      '30060039': sequence({ '30060084': numbers(1), '30060040': sequence(...Array(4_000).fill(half)) }),
    };
    const { regions, omittedCount } = readStructureSet(set);
    expect([regions[0]?.contours.length, omittedCount]).toEqual([3_636, 364]);
  });

  it('finds nothing in other objects', () => {
    expect(readStructureSet({})).toEqual({ label: '', regions: [], omittedCount: 0 });
  });
});
