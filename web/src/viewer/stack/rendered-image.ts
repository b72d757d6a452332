import { type DataSet, itemsOf, numberOf, numbersOf } from '@medcloud/dicom/json';

/** An image rendered by the server: its RGB bytes and matching attributes. */
export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly attributes: DataSet;
}

/** The transfer syntax of such bytes: Explicit VR Little Endian. */
export const renderedSyntax = '1.2.840.10008.1.2.1';

const attribute = (vr: string, value: string | number) => ({ vr, Value: [value] });

/** Decodes an image to RGB with the browser's decoder, three bytes per pixel. Rejects if it is not an image. */
export async function decodeRendered(image: Blob, attributes: DataSet): Promise<RenderedImage> {
  const bitmap = await createImageBitmap(image);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas context');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) bytes.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  return {
    bytes,
    attributes: { ...attributes, ...scaledAttributes(attributes, width, height), ...rgbAttributes(width, height) },
  };
}

/** Returns the attributes of interleaved RGB with eight bits per sample (PS3.3 C.7.6.3). */
function rgbAttributes(width: number, height: number): DataSet {
  return {
    '00280002': attribute('US', 3),
    '00280004': attribute('CS', 'RGB'),
    '00280006': attribute('US', 0),
    '00280010': attribute('US', height),
    '00280011': attribute('US', width),
    '00280100': attribute('US', 8),
    '00280101': attribute('US', 8),
    '00280102': attribute('US', 7),
    '00280103': attribute('US', 0),
    '00281050': undefined,
    '00281051': undefined,
    '00281052': undefined,
    '00281053': undefined,
  };
}

/**
 * Returns the size-related attributes for an image rendered by the server. The server makes pixels square and reduces
 * very large images, so a pixel has another length than in the file.
 */
export function scaledAttributes(attributes: DataSet, width: number, height: number): DataSet {
  const across = (numberOf(attributes, '00280011') ?? width) / width;
  const down = (numberOf(attributes, '00280010') ?? height) / height;
  if (across === 1 && down === 1) return {};
  const scaled: Record<string, DataSet[string]> = { '00280034': undefined };
  for (const tag of ['00280030', '00181164', '00182010']) {
    const [row, column] = numbersOf(attributes, tag) ?? [];
    if (row !== undefined && column !== undefined) scaled[tag] = { vr: 'DS', Value: [row * down, column * across] };
  }
  const regions = itemsOf(attributes, '00186011').map((region) => scaledRegion(region, across, down));
  if (regions.length > 0) scaled['00186011'] = { vr: 'SQ', Value: regions };
  return scaled;
}

// PS3.3 C.8.5.5: the position of an ultrasound region in pixels; its scale is in 0018602C and 0018602E.
const columnTags = ['00186018', '0018601C', '00186020'];
const rowTags = ['0018601A', '0018601E', '00186022'];

function scaledRegion(region: DataSet, across: number, down: number): DataSet {
  const scaled: Record<string, DataSet[string]> = { ...region };
  const scale = (tags: readonly string[], by: number, vr: string) => {
    for (const tag of tags) {
      const value = numberOf(region, tag);
      if (value !== undefined) scaled[tag] = attribute(vr, vr === 'FD' ? value * by : Math.round(value * by));
    }
  };
  scale(columnTags, 1 / across, 'SL');
  scale(rowTags, 1 / down, 'SL');
  scale(['0018602C'], across, 'FD');
  scale(['0018602E'], down, 'FD');
  return scaled;
}
