import { bytesOf, type DataSet, itemsOf, numberOf, numbersOf, textOf, textsOf } from '../dicom-json.ts';

/** What the drawing library asks of a picture, by the names under which it asks. */

type Three = readonly [number, number, number];

function three(values: readonly number[] | undefined, from = 0): Three | undefined {
  const [a, b, c] = values?.slice(from, from + 3) ?? [];
  return a === undefined || b === undefined || c === undefined ? undefined : [a, b, c];
}

/** Millimetres between rows and between columns; where only the detector's are known, those (PS3.3 10.7.1.3). */
export function pixelSpacing(facts: DataSet): readonly [number, number] | undefined {
  for (const tag of ['00280030', '00181164', '00182010']) {
    const [row, column] = numbersOf(facts, tag) ?? [];
    if (row !== undefined && column !== undefined && row > 0 && column > 0) return [row, column];
  }
  return undefined;
}

/** Where and how the picture lies in the patient. */
export function planeFacts(facts: DataSet) {
  const orientation = numbersOf(facts, '00200037');
  const [across, down] = [three(orientation), three(orientation, 3)];
  const position = three(numbersOf(facts, '00200032'));
  const spacing = pixelSpacing(facts);
  const rowCosines = across && down ? across : ([1, 0, 0] as const);
  const columnCosines = across && down ? down : ([0, 1, 0] as const);
  return {
    frameOfReferenceUID: textOf(facts, '00200052'),
    rows: numberOf(facts, '00280010'),
    columns: numberOf(facts, '00280011'),
    imageOrientationPatient: [...rowCosines, ...columnCosines],
    rowCosines,
    columnCosines,
    imagePositionPatient: position ?? [0, 0, 0],
    sliceThickness: numberOf(facts, '00180050'),
    sliceLocation: numberOf(facts, '00201041'),
    pixelSpacing: spacing,
    rowPixelSpacing: spacing?.[0] ?? 1,
    columnPixelSpacing: spacing?.[1] ?? 1,
    usingDefaultValues: !spacing,
  };
}

/** Whether it is known how the picture lies in the patient. */
export function hasOrientation(facts: DataSet): boolean {
  return (numbersOf(facts, '00200037')?.length ?? 0) === 6;
}

function palette(facts: DataSet, descriptor: string, data: string): Uint16Array | Uint8Array | undefined {
  const [entries = 0, , bits = 16] = numbersOf(facts, descriptor) ?? [];
  const bytes = bytesOf(facts, data);
  if (bytes === undefined) return undefined;
  const length = entries === 0 ? 65_536 : entries; // PS3.3 C.7.6.3.1.5: 0 is 2^16
  if (bits === 8 && bytes.length < length * 2) return bytes;
  return new Uint16Array(bytes.buffer, 0, Math.min(length, Math.floor(bytes.length / 2)));
}

function pixelFacts(facts: DataSet) {
  const samples = numberOf(facts, '00280002') ?? 1;
  return {
    samplesPerPixel: samples,
    photometricInterpretation: textOf(facts, '00280004') ?? (samples === 1 ? 'MONOCHROME2' : 'RGB'),
    rows: numberOf(facts, '00280010'),
    columns: numberOf(facts, '00280011'),
    bitsAllocated: numberOf(facts, '00280100') ?? 8,
    bitsStored: numberOf(facts, '00280101') ?? numberOf(facts, '00280100') ?? 8,
    highBit: numberOf(facts, '00280102'),
    pixelRepresentation: numberOf(facts, '00280103') ?? 0,
    planarConfiguration: numberOf(facts, '00280006') ?? 0,
    pixelAspectRatio: textOf(facts, '00280034'),
    redPaletteColorLookupTableDescriptor: numbersOf(facts, '00281101'),
    greenPaletteColorLookupTableDescriptor: numbersOf(facts, '00281102'),
    bluePaletteColorLookupTableDescriptor: numbersOf(facts, '00281103'),
    redPaletteColorLookupTableData: palette(facts, '00281101', '00281201'),
    greenPaletteColorLookupTableData: palette(facts, '00281102', '00281202'),
    bluePaletteColorLookupTableData: palette(facts, '00281103', '00281203'),
  };
}

/** Regions of an ultrasound picture with their scale (PS3.3 C.8.5.5). */
function ultrasoundRegions(facts: DataSet) {
  return itemsOf(facts, '00186011').map((region) => ({
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

/** A window of values: what is darker than its lower edge is black, what is brighter than its upper edge white. */
export interface Window {
  readonly width: number;
  readonly center: number;
}

export interface NamedWindow extends Window {
  /** As the file calls it. */
  readonly name?: string;
}

/** The windows that the file itself proposes. */
export function windowsOf(facts: DataSet): NamedWindow[] {
  const centers = numbersOf(facts, '00281050') ?? [];
  const widths = numbersOf(facts, '00281051') ?? [];
  const names = textsOf(facts, '00281055');
  return centers.flatMap((center, index) => {
    const width = widths[index];
    if (width === undefined || width < 1) return [];
    const name = names[index]?.trim();
    return [{ center, width, ...(name ? { name } : {}) }];
  });
}

function windowFacts(facts: DataSet) {
  const windows = windowsOf(facts);
  if (windows.length === 0) return {};
  return {
    windowCenter: windows.map(({ center }) => center),
    windowWidth: windows.map(({ width }) => width),
    voiLUTFunction: textOf(facts, '00281056'),
  };
}

/** What is known of a picture under one of the library's names; undefined where it asks for something else. */
export function pictureFacts(facts: DataSet, name: string): object | undefined {
  switch (name) {
    case 'imagePixelModule':
      return pixelFacts(facts);
    case 'imagePlaneModule':
      return planeFacts(facts);
    case 'voiLutModule':
      return windowFacts(facts);
    case 'modalityLutModule':
      return rescaleFacts(facts);
    case 'sopCommonModule':
      return { sopClassUID: textOf(facts, '00080016'), sopInstanceUID: textOf(facts, '00080018') };
    case 'generalSeriesModule':
      return seriesFacts(facts);
    case 'calibrationModule':
      return textOf(facts, '00080060') === 'US' ? { sequenceOfUltrasoundRegions: ultrasoundRegions(facts) } : {};
    case 'generalImageModule':
      return { sopInstanceUID: textOf(facts, '00080018'), instanceNumber: numberOf(facts, '00200013') };
    default:
      return undefined;
  }
}

function rescaleFacts(facts: DataSet) {
  const slope = numberOf(facts, '00281053');
  return {
    rescaleIntercept: numberOf(facts, '00281052'),
    rescaleSlope: slope === 0 ? 1 : slope,
    rescaleType: textOf(facts, '00281054'),
  };
}

function seriesFacts(facts: DataSet) {
  return {
    modality: textOf(facts, '00080060') ?? 'OT',
    seriesInstanceUID: textOf(facts, '0020000E'),
    studyInstanceUID: textOf(facts, '0020000D'),
    seriesDescription: textOf(facts, '0008103E'),
    seriesNumber: numberOf(facts, '00200011'),
  };
}
