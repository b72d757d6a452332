import type { DataSet } from '@medcloud/dicom/json';
import { describe, expect, it } from 'vitest';
import { findPreset, presetsOf } from './presets.ts';

const element = (...Value: (string | number)[]) => ({ vr: 'UN', Value });
const paneOf = (attributes: DataSet, percentileWindows = [{ low: 1, high: 99, width: 400, center: 40 }]) => ({
  ...{ frames: [{ imageId: 'frame:1', instanceUid: '1', number: 1, attributes }], index: 0, percentileWindows },
});
const fileWindow = {
  '00281050': element(40, -550),
  '00281051': element(400, 1500),
  '00281055': element('SOFT', 'LUNG'),
};

describe('presetsOf', () => {
  it('lists a window or a name of the file and of CT once, as the file has it', () => {
    const presets = presetsOf(paneOf({ '00080060': element('CT'), ...fileWindow }));
    expect(presets.map(({ key, name }) => name ?? key)).toEqual(['SOFT', 'LUNG', 'bone', 'brain']);
    expect(findPreset(presets, { width: 400, center: 40 })?.name).toBe('SOFT');
  });

  it('lists percentiles for MR, without those that the file has', () => {
    const mr = { '00080060': element('MR') };
    expect(presetsOf(paneOf(mr)).map(({ range }) => range)).toEqual([{ low: 1, high: 99 }]);
    expect(presetsOf(paneOf({ ...mr, ...fileWindow })).map(({ key }) => key)).toEqual(['fromFile', 'fromFile']);
  });

  it('lists none for colors and for a pane without an image', () => {
    expect(presetsOf(paneOf({ '00080060': element('US'), '00280004': element('RGB') }))).toEqual([]);
    expect(presetsOf({ frames: [], index: 0, percentileWindows: [] })).toEqual([]);
  });
});
