import { expect, it } from 'vitest';
import { getMetadataModule } from './image-metadata.ts';
import { scaledAttributes } from './rendered-image.ts';

const region = {
  '00186018': { vr: 'UL', Value: [10] },
  '0018601A': { vr: 'UL', Value: [20] },
  '0018601C': { vr: 'UL', Value: [110] },
  '0018601E': { vr: 'UL', Value: [70] },
  '00186020': { vr: 'SL', Value: [50] },
  '00186022': { vr: 'SL', Value: [0] },
  '0018602C': { vr: 'FD', Value: [0.05] },
  '0018602E': { vr: 'FD', Value: [0.1] },
};
// rows are twice as far apart as columns
const attributes = {
  '00080060': { vr: 'CS', Value: ['US'] },
  '00280010': { vr: 'US', Value: [100] },
  '00280011': { vr: 'US', Value: [200] },
  '00280030': { vr: 'DS', Value: [2, 1] },
  '00280034': { vr: 'IS', Value: [2, 1] },
  '00186011': { vr: 'SQ', Value: [region] },
};

it('keeps the file’s measurements when the server made the pixels square', () => {
  const rendered = { ...attributes, ...scaledAttributes(attributes, 200, 200) };
  expect(getMetadataModule(rendered, 'imagePlaneModule')).toMatchObject({ rowPixelSpacing: 1, columnPixelSpacing: 1 });
  expect(getMetadataModule(rendered, 'imagePixelModule')).toMatchObject({ pixelAspectRatio: undefined });
  expect(getMetadataModule(rendered, 'calibrationModule')).toMatchObject({
    sequenceOfUltrasoundRegions: [
      {
        regionLocationMinX0: 10,
        regionLocationMaxX1: 110,
        regionLocationMinY0: 40,
        regionLocationMaxY1: 140,
        referencePixelX0: 50,
        physicalDeltaX: 0.05,
        physicalDeltaY: 0.05,
      },
    ],
  });
});

it('keeps the file’s measurements when the server reduced the image, with the detector’s spacing', () => {
  const large = {
    '00280010': { vr: 'US', Value: [16_384] },
    '00280011': { vr: 'US', Value: [8_192] },
    '00181164': { vr: 'DS', Value: ['0.1', '0.1'] },
  };
  const rendered = { ...large, ...scaledAttributes(large, 4_096, 8_192) };
  expect(getMetadataModule(rendered, 'imagePlaneModule')).toMatchObject({
    rowPixelSpacing: 0.2,
    columnPixelSpacing: 0.2,
  });
});

it('changes nothing for an image of unchanged size', () => {
  expect(scaledAttributes(attributes, 200, 100)).toEqual({});
});
