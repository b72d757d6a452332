import type { DicomJson } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import { buildCtObjects, ct, ctItems, greekLabel, readJson } from '../../../test/annotations/annotated-ct.ts';
import type { AnnotationObject } from './build-objects.ts';

const text = (json: DicomJson | undefined, tag: string) => json?.[tag]?.Value?.[0];
const items = (json: DicomJson | undefined, tag: string): DicomJson[] =>
  (json?.[tag]?.Value ?? []).filter((value): value is DicomJson => typeof value === 'object' && value !== null);
/** Content items of a type, at any depth. */
const contentOf = (json: DicomJson, type: string): DicomJson[] =>
  items(json, '0040A730').flatMap((item) => [
    ...(text(item, '0040A040') === type ? [item] : []),
    ...contentOf(item, type),
  ]);
const meaningOf = (item: DicomJson, tag: string) => text(items(item, tag)[0], '00080104');

describe('buildObjects', () => {
  const objectsOf = (version = 1) => buildCtObjects(ctItems(), { version });
  const jsonOf = (kind: string, objects = objectsOf()) => {
    const object = objects.find((one) => one.kind === kind);
    if (object === undefined) throw new Error(`There is no ${kind}.`);
    return readJson(object.bytes);
  };

  it('writes a report, a presentation state and the key images into the study of the images', () => {
    const objects = objectsOf();
    expect(objects.map(({ kind }) => kind)).toEqual(['sr', 'pr', 'ko']);
    for (const { bytes, sop, sopClass, seriesUid, kind } of objects) {
      const json = readJson(bytes);
      expect(text(json, '00080005')).toBe('ISO_IR 192');
      expect(text(json, '00080016')).toBe(sopClass);
      expect(text(json, '00080018')).toBe(sop);
      expect(text(json, '0020000E')).toBe(seriesUid);
      expect(text(json, '00080060')).toBe(kind.toUpperCase());
      expect(text(json, '0020000D')).toBe(ct.studyUid);
      expect(text(json, '00100020')).toBe('1CT1'); // of the images, not of the portal
    }
    expect(new Set(objects.flatMap(({ sop, seriesUid }) => [sop, seriesUid])).size).toBe(6);
  });

  it('reports each measurement with its number, unit, drawing and label', () => {
    const json = jsonOf('sr');
    const numbers = contentOf(json, 'NUM').map((item) => {
      const [measured] = items(item, '0040A300');
      const unit = text(items(measured, '004008EA')[0], '00080100');
      return `${meaningOf(item, '0040A043')} ${text(measured, '0040A30A')} ${unit}`;
    });
    expect(numbers).toContain('Length 3.30734 mm');
    expect(numbers).toContain('Angle 90 deg');
    expect(numbers).toContain('Cobb angle 45 deg');
    expect(numbers).toContain('Area 68.7 mm2');
    expect(numbers).toContain("Attenuation Coefficient 35.25 [hnsf'U]");
    expect(contentOf(json, 'TEXT').map((item) => text(item, '0040A160'))).toContain(greekLabel);
    const [drawing] = contentOf(json, 'SCOORD');
    expect(drawing?.['00700022']?.Value).toEqual([10, 10, 13, 14]);
    expect(
      contentOf(json, 'CONTAINER').filter((item) => meaningOf(item, '0040A043') === 'Measurement Group'),
    ).toHaveLength(8);
  });

  it('writes a report of 3D drawings for items on a plane', () => {
    const [report] = buildCtObjects(ctItems({ hasPlane: true }));
    expect(report?.sopClass).toBe('1.2.840.10008.5.1.4.1.1.88.34');
    const drawings = contentOf(readJson(report?.bytes ?? new Uint8Array()), 'SCOORD3D');
    expect(new Set(drawings.map((item) => text(item, '30060024')))).toEqual(new Set([ct.frameOfReference]));
    // one drawing a number: the ellipse has an area and four values
    const types = drawings.map((item) => text(item, '00700023'));
    expect(types).toEqual(['POLYLINE', 'POLYGON', 'POLYLINE', ...Array(5).fill('ELLIPSE'), 'POINT']);
  });

  it('names the version before, in the same series and under a new UID', () => {
    const [first, second] = [objectsOf(1)[0], objectsOf(2)[0]];
    expect(second?.seriesUid).toBe(first?.seriesUid);
    expect(second?.sop).not.toBe(first?.sop);
    const [predecessor] = items(jsonOf('sr', objectsOf(2)), '0040A360');
    expect(text(items(items(predecessor, '00081115')[0], '00081199')[0], '00081155')).toBe('2.25.1');
    expect(jsonOf('sr')['0040A360']).toBeUndefined();
  });

  it('draws on the image in the window and the rescale in which it was shown', () => {
    const json = jsonOf('pr');
    expect(json['00281052']?.Value).toEqual([-1024]);
    expect(items(json, '00283110').map((window) => window['00281050']?.Value)).toEqual([[40]]);
    const [drawn] = items(json, '00700001');
    expect(items(drawn, '00700009')).toHaveLength(8); // the Cobb angle has two lines, the text none
    expect(items(drawn, '00700008').map((object) => text(object, '00700006'))).toContain('Έλεγχος σε 6 μήνες');
    expect(items(json, '0070005A')[0]?.['00700053']?.Value).toEqual([128, 128]);
  });

  it('separates images that were shown turned, and leaves out objects without content', () => {
    const [turned, upright] = ctItems();
    if (turned === undefined || upright === undefined) throw new Error('There are no items.');
    const objects = buildCtObjects([{ ...turned, view: { rotation: 90 } }, upright]);
    expect(objects.map(({ kind }) => kind)).toEqual(['sr', 'pr', 'pr']);
    const rotationOf = (object: AnnotationObject | undefined) => {
      const json = readJson(object?.bytes ?? new Uint8Array());
      return [text(json, '00700042'), text(json, '00700041')];
    };
    expect(rotationOf(objects[1])).toEqual([90, 'N']);
    // flipped, then turned: DICOM turns first
    const [, mirrored] = buildCtObjects([{ ...turned, view: { rotation: 90, flip: true } }]);
    expect(rotationOf(mirrored)).toEqual([270, 'Y']);
  });
});
