import { expect, it } from 'vitest';
import { getMetadataModule, windowsOf } from '../stack/image-metadata.ts';
import { framesOf, kindOf } from './frames.ts';

const uid = { vr: 'UI', Value: ['1.2'] };
const rows = { vr: 'US', Value: [4] };
const pixels = { vr: 'OW', BulkDataURI: '/x' };

it('lists the frames of an instance, and none if it has no pixels', () => {
  const sets = [
    { '00080018': uid, '00280010': rows, '7FE00010': pixels, '00280008': { vr: 'IS', Value: ['3'] } },
    { '00080018': { vr: 'UI', Value: ['1.3'] }, '00080016': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.88.33'] } },
  ];
  expect(framesOf('e/s/r', sets, 3).map(({ imageId }) => imageId)).toEqual([
    'frame:e/s/r/1.2/1',
    'frame:e/s/r/1.2/2',
    'frame:e/s/r/1.2/3',
  ]);
  expect(kindOf(sets.slice(1))).toBe('report');
});

it('limits an instance that claims more frames than the server found', () => {
  const createClaimingSet = (count: number, instance = '1.2') => ({
    '00080018': { vr: 'UI', Value: [instance] },
    '00280010': rows,
    '7FE00010': pixels,
    '00280008': { vr: 'IS', Value: [count] },
  });
  expect(framesOf('b', [createClaimingSet(2_147_483_647)], 1)).toHaveLength(1);
  expect(framesOf('b', [createClaimingSet(30)], 12)).toHaveLength(12);
  // an instance with empty pixel data still shows one frame, which reports its fault
  expect(framesOf('b', [createClaimingSet(0)], 0)).toHaveLength(1);
  const oversizedSets = Array.from({ length: 100 }, (_, index) => createClaimingSet(2_147_483_647, `1.${index}`));
  expect(framesOf('b', oversizedSets, 5_000).length).toBeLessThan(15_200);
  expect(new Set(framesOf('b', oversizedSets, 5_000).map(({ instanceUid }) => instanceUid)).size).toBe(100);
});

it('reads a frame’s own position from its functional groups', () => {
  const position = (z: number) => ({
    '00209113': { vr: 'SQ', Value: [{ '00200032': { vr: 'DS', Value: [1, 2, z] } }] },
  });
  const set = {
    '00080018': uid,
    '00280010': rows,
    '7FE00010': pixels,
    '00280008': { vr: 'IS', Value: [2] },
    '52009230': { vr: 'SQ', Value: [position(5), position(6)] },
  };
  const planes = framesOf('b', [set], 2).map(({ attributes }) => getMetadataModule(attributes, 'imagePlaneModule'));
  expect(planes).toMatchObject([{ imagePositionPatient: [1, 2, 5] }, { imagePositionPatient: [1, 2, 6] }]);
});

it('reads the file’s windows with their names, and skips those without a width', () => {
  const attributes = {
    '00281050': { vr: 'DS', Value: ['40', '-600', '1'] },
    '00281051': { vr: 'DS', Value: [400, 1500, 0] },
    '00281055': { vr: 'LO', Value: ['SOFT ', ''] },
  };
  expect(windowsOf(attributes)).toEqual([
    { center: 40, width: 400, name: 'SOFT' },
    { center: -600, width: 1500 },
  ]);
});

it('reads a 16-bit palette as Uint16Array', () => {
  const attributes = {
    '00281101': { vr: 'US', Value: [2, 0, 16] },
    '00281201': { vr: 'OW', InlineBinary: btoa(String.fromCharCode(1, 2, 3, 4)) },
  };
  const { redPaletteColorLookupTableData } = {
    redPaletteColorLookupTableData: undefined,
    ...getMetadataModule(attributes, 'imagePixelModule'),
  };
  expect(redPaletteColorLookupTableData).toEqual(new Uint16Array([0x0201, 0x0403]));
});
