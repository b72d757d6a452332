import type { DataSet } from './dicom-json.ts';

/** A picture that the portal painted: its colours, and facts that say how they lie. */
export interface Painted {
  readonly bytes: Uint8Array;
  readonly facts: DataSet;
}

const one = (vr: string, value: string | number) => ({ vr, Value: [value] });

/** Reads a picture's colours by the browser's own decoder, three bytes each; fails where it is none. */
export async function readPainted(picture: Blob, facts: DataSet): Promise<Painted> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('This browser paints no pictures');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) bytes.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  return { bytes, facts: { ...facts, ...colourFacts(width, height) } };
}

/** Eight bits of red, green and blue, one after the other (PS3.3 C.7.6.3). */
function colourFacts(width: number, height: number): DataSet {
  return {
    '00280002': one('US', 3),
    '00280004': one('CS', 'RGB'),
    '00280006': one('US', 0),
    '00280010': one('US', height),
    '00280011': one('US', width),
    '00280100': one('US', 8),
    '00280101': one('US', 8),
    '00280102': one('US', 7),
    '00280103': one('US', 0),
    '00281050': undefined,
    '00281051': undefined,
    '00281052': undefined,
    '00281053': undefined,
  };
}
