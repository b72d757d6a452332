import { bytesOf, type DataSet, itemsOf, numberOf, numbersOf, textOf, textsOf } from '@medcloud/dicom/json';

/** Cornerstone's metadata modules of an image, by module name. */

type Vector3 = readonly [number, number, number];

function vector3(values: readonly number[] | undefined, from = 0): Vector3 | undefined {
  const [a, b, c] = values?.slice(from, from + 3) ?? [];
  return a === undefined || b === undefined || c === undefined ? undefined : [a, b, c];
}

/**
 * Returns the millimeters between rows and between columns, or those at the detector if only they are known (PS3.3
 * 10.7.1.3).
 */
export function pixelSpacing(attributes: DataSet): readonly [number, number] | undefined {
  for (const tag of ['00280030', '00181164', '00182010']) {
    const [row, column] = numbersOf(attributes, tag) ?? [];
    if (row !== undefined && column !== undefined && row > 0 && column > 0) return [row, column];
  }
  return undefined;
}

/** Returns the image's position and orientation in the patient. */
export function imagePlaneModule(attributes: DataSet) {
  const orientation = numbersOf(attributes, '00200037');
  const [across, down] = [vector3(orientation), vector3(orientation, 3)];
  const position = vector3(numbersOf(attributes, '00200032'));
  const spacing = pixelSpacing(attributes);
  const rowCosines = across && down ? across : ([1, 0, 0] as const);
  const columnCosines = across && down ? down : ([0, 1, 0] as const);
  return {
    frameOfReferenceUID: textOf(attributes, '00200052'),
    rows: numberOf(attributes, '00280010'),
    columns: numberOf(attributes, '00280011'),
    imageOrientationPatient: [...rowCosines, ...columnCosines],
    rowCosines,
    columnCosines,
    imagePositionPatient: position ?? [0, 0, 0],
    sliceThickness: numberOf(attributes, '00180050'),
    sliceLocation: numberOf(attributes, '00201041'),
    pixelSpacing: spacing,
    rowPixelSpacing: spacing?.[0] ?? 1,
    columnPixelSpacing: spacing?.[1] ?? 1,
    usingDefaultValues: !spacing,
  };
}

/** Returns whether the image's orientation in the patient is known. */
export function hasOrientation(attributes: DataSet): boolean {
  return (numbersOf(attributes, '00200037')?.length ?? 0) === 6;
}

function palette(attributes: DataSet, descriptor: string, data: string): Uint16Array | Uint8Array | undefined {
  const [entries = 0, , bits = 16] = numbersOf(attributes, descriptor) ?? [];
  const bytes = bytesOf(attributes, data);
  if (bytes === undefined) return undefined;
  const length = entries === 0 ? 65_536 : entries; // PS3.3 C.7.6.3.1.5: 0 is 2^16
  if (bits === 8 && bytes.length < length * 2) return bytes;
  return new Uint16Array(bytes.buffer, 0, Math.min(length, Math.floor(bytes.length / 2)));
}

function imagePixelModule(attributes: DataSet) {
  const samples = numberOf(attributes, '00280002') ?? 1;
  return {
    samplesPerPixel: samples,
    photometricInterpretation: textOf(attributes, '00280004') ?? (samples === 1 ? 'MONOCHROME2' : 'RGB'),
    rows: numberOf(attributes, '00280010'),
    columns: numberOf(attributes, '00280011'),
    bitsAllocated: numberOf(attributes, '00280100') ?? 8,
    bitsStored: numberOf(attributes, '00280101') ?? numberOf(attributes, '00280100') ?? 8,
    highBit: numberOf(attributes, '00280102'),
    pixelRepresentation: numberOf(attributes, '00280103') ?? 0,
    planarConfiguration: numberOf(attributes, '00280006') ?? 0,
    pixelAspectRatio: textOf(attributes, '00280034'),
    redPaletteColorLookupTableDescriptor: numbersOf(attributes, '00281101'),
    greenPaletteColorLookupTableDescriptor: numbersOf(attributes, '00281102'),
    bluePaletteColorLookupTableDescriptor: numbersOf(attributes, '00281103'),
    redPaletteColorLookupTableData: palette(attributes, '00281101', '00281201'),
    greenPaletteColorLookupTableData: palette(attributes, '00281102', '00281202'),
    bluePaletteColorLookupTableData: palette(attributes, '00281103', '00281203'),
  };
}

/** Returns the regions of an ultrasound image with their scale (PS3.3 C.8.5.5). */
function ultrasoundRegions(attributes: DataSet) {
  return itemsOf(attributes, '00186011').map((region) => ({
    regionLocationMinX0: numberOf(region, '00186018'),
    regionLocationMinY0: numberOf(region, '0018601A'),
    regionLocationMaxX1: numberOf(region, '0018601C'),
    regionLocationMaxY1: numberOf(region, '0018601E'),
    physicalUnitsXDirection: numberOf(region, '00186024'),
    physicalUnitsYDirection: numberOf(region, '00186026'),
    physicalDeltaX: numberOf(region, '0018602C'),
    physicalDeltaY: numberOf(region, '0018602E'),
    regionSpatialFormat: numberOf(region, '00186012'),
    regionDataType: numberOf(region, '00186014'),
    regionFlags: numberOf(region, '00186016'),
    referencePixelX0: numberOf(region, '00186020'),
    referencePixelY0: numberOf(region, '00186022'),
    transducerFrequency: numberOf(region, '00186030'),
  }));
}

/** A window of values: values below it are black, values above it white. */
export interface Window {
  readonly width: number;
  readonly center: number;
}

export interface NamedWindow extends Window {
  /** Name in the file. */
  readonly name?: string;
}

/** Returns the windows the file proposes. */
export function windowsOf(attributes: DataSet): NamedWindow[] {
  const centers = numbersOf(attributes, '00281050') ?? [];
  const widths = numbersOf(attributes, '00281051') ?? [];
  const names = textsOf(attributes, '00281055');
  return centers.flatMap((center, index) => {
    const width = widths[index];
    if (width === undefined || width < 1) return [];
    const name = names[index]?.trim();
    return [{ center, width, ...(name ? { name } : {}) }];
  });
}

function voiLutModule(attributes: DataSet) {
  const windows = windowsOf(attributes);
  if (windows.length === 0) return {};
  return {
    windowCenter: windows.map(({ center }) => center),
    windowWidth: windows.map(({ width }) => width),
    voiLUTFunction: textOf(attributes, '00281056'),
  };
}

/** Returns an image's metadata for one of Cornerstone's module names, or undefined for other names. */
export function getMetadataModule(attributes: DataSet, name: string): object | undefined {
  switch (name) {
    case 'imagePixelModule':
      return imagePixelModule(attributes);
    case 'imagePlaneModule':
      return imagePlaneModule(attributes);
    case 'voiLutModule':
      return voiLutModule(attributes);
    case 'modalityLutModule':
      return modalityLutModule(attributes);
    case 'sopCommonModule':
      return { sopClassUID: textOf(attributes, '00080016'), sopInstanceUID: textOf(attributes, '00080018') };
    case 'generalSeriesModule':
      return generalSeriesModule(attributes);
    case 'calibrationModule':
      return textOf(attributes, '00080060') === 'US'
        ? { sequenceOfUltrasoundRegions: ultrasoundRegions(attributes) }
        : {};
    case 'generalImageModule':
      return { sopInstanceUID: textOf(attributes, '00080018'), instanceNumber: numberOf(attributes, '00200013') };
    default:
      return undefined;
  }
}

function modalityLutModule(attributes: DataSet) {
  const slope = numberOf(attributes, '00281053');
  return {
    rescaleIntercept: numberOf(attributes, '00281052'),
    rescaleSlope: slope === 0 ? 1 : slope,
    rescaleType: textOf(attributes, '00281054'),
  };
}

function generalSeriesModule(attributes: DataSet) {
  return {
    modality: textOf(attributes, '00080060') ?? 'OT',
    seriesInstanceUID: textOf(attributes, '0020000E'),
    studyInstanceUID: textOf(attributes, '0020000D'),
    seriesDescription: textOf(attributes, '0008103E'),
    seriesNumber: numberOf(attributes, '00200011'),
  };
}
