import type { Annotation, AnnotationScale } from '@medcloud/contract';
import type { Code, Graphic, MeasuredValue, Measurement, ReferencedImage } from '@medcloud/dicom';
import type { AnnotatedImages, ImageFacts } from './image-facts.ts';

/** Items as the DICOM writer takes them. */

type Kind = Annotation['kind'];

// As OHIF and Cornerstone3D write and read them.
const toolNames: Readonly<Record<Kind, string>> = {
  length: 'Length',
  angle: 'Angle',
  cobb: 'CobbAngle',
  ellipse: 'EllipticalROI',
  rectangle: 'RectangleROI',
  probe: 'Probe',
  arrow: 'ArrowAnnotate',
  text: 'Label',
  'key-image': 'KeyImage',
};

const concepts = {
  length: ['410668003', 'SCT', 'Length'],
  angle: ['1483009', 'SCT', 'Angle'],
  cobb: ['285285000', 'SCT', 'Cobb angle'],
  area: ['42798000', 'SCT', 'Area'],
  attenuation: ['112031', 'DCM', 'Attenuation Coefficient'],
  suv: ['126401', 'DCM', 'SUVbw'],
  pixelValue: ['PIXEL_VALUE', '99MEDCLOUD', 'Pixel value'],
} as const satisfies Record<string, Code>;

const derivations = {
  mean: ['373098007', 'SCT', 'Mean'],
  sd: ['386136009', 'SCT', 'Standard Deviation'],
  min: ['255605001', 'SCT', 'Minimum'],
  max: ['56851009', 'SCT', 'Maximum'],
} as const satisfies Record<string, Code>;

const derivation: Code = ['121401', 'DCM', 'Derivation'];
const method: Code = ['370129005', 'SCT', 'Measurement Method'];
const atDetector: Code = ['AT_DETECTOR', '99MEDCLOUD', 'In the plane of the detector'];

const lengthUnits = (scale: AnnotationScale): Code =>
  scale === 'pixels' ? ['{pixels}', 'UCUM', 'pixels'] : ['mm', 'UCUM', 'millimeter'];
const areaUnits = (scale: AnnotationScale): Code =>
  scale === 'pixels' ? ['{squarepixels}', 'UCUM', 'square pixels'] : ['mm2', 'UCUM', 'square millimeter'];
const degrees: Code = ['deg', 'UCUM', 'degrees'];

/** Returns an item's drawing; null for a key image. */
export function toGraphic({ kind, points }: Annotation): Graphic | null {
  const data = points.flat();
  switch (kind) {
    case 'key-image':
      return null;
    case 'probe':
    case 'text':
      return { type: 'POINT', data };
    case 'ellipse':
      return { type: 'ELLIPSE', data };
    case 'rectangle':
      // closed: the first corner again
      return { type: points[0]?.length === 3 ? 'POLYGON' : 'POLYLINE', data: [...data, ...(points[0] ?? [])] };
    default:
      return { type: 'POLYLINE', data };
  }
}

export const toReferencedImage = ({
  sopClass,
  sop,
  seriesUid,
  rows,
  columns,
  frames,
}: ImageFacts): ReferencedImage => ({
  sopClass,
  sop,
  seriesUid,
  rows,
  columns,
  frames,
});

/** Returns an item for a report; null for a key image. */
export function toMeasurement(item: Annotation, { images }: AnnotatedImages): Measurement | null {
  const graphic = toGraphic(item);
  const on = placeOf(item, images);
  if (graphic === null || on === null) return null;
  return {
    trackingIdentifier: `Cornerstone3DTools@^0.1.0:${toolNames[item.kind]}`,
    trackingUid: `2.25.${BigInt(`0x${item.id.replaceAll('-', '')}`)}`,
    label: item.label === undefined || item.label === '' ? undefined : item.label,
    graphic,
    on,
    values: valuesOf(item),
  };
}

function placeOf({ on }: Annotation, images: AnnotatedImages['images']): Measurement['on'] | null {
  if ('plane' in on) return { frameOfReference: on.plane.frameOfReference };
  const image = images.get(on.image.sop);
  return image === undefined ? null : { image: toReferencedImage(image), frame: on.image.frame };
}

function valuesOf({ kind, stats }: Annotation): MeasuredValue[] {
  if (stats === undefined) return [];
  const { scale, length, angle, area, unit } = stats;
  const modifiers = scale === 'detector' ? ([[method, atDetector]] as const) : [];
  const geometry: (MeasuredValue | null)[] = [
    length === undefined ? null : { concept: concepts.length, value: length, unit: lengthUnits(scale), modifiers },
    angle === undefined
      ? null
      : { concept: kind === 'cobb' ? concepts.cobb : concepts.angle, value: angle, unit: degrees, modifiers: [] },
    area === undefined ? null : { concept: concepts.area, value: area, unit: areaUnits(scale), modifiers },
  ];
  const { concept, code } = describeUnit(unit);
  const statistics = (['mean', 'sd', 'min', 'max'] as const).map((name): MeasuredValue | null => {
    const value = stats[name];
    return value === undefined ? null : { concept, value, unit: code, modifiers: [[derivation, derivations[name]]] };
  });
  return [...geometry, ...statistics].filter((measured) => measured !== null);
}

/** What a pixel value is, by its unit. */
function describeUnit(unit: string | undefined): { concept: Code; code: Code } {
  if (unit === "[hnsf'U]") return { concept: concepts.attenuation, code: [unit, 'UCUM', 'Hounsfield unit'] };
  if (unit === 'g/mL{SUVbw}')
    return { concept: concepts.suv, code: [unit, 'UCUM', 'Standardized Uptake Value body weight'] };
  if (unit === undefined || unit === '') return { concept: concepts.pixelValue, code: ['1', 'UCUM', 'no units'] };
  return { concept: concepts.pixelValue, code: [unit.slice(0, 16), '99MEDCLOUD', unit] };
}
