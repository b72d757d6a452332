import { type DataSet, numberOf } from '@medcloud/dicom/json';
import { imagePlaneModule } from '../stack/image-metadata.ts';
import type { Point2, Point3 } from './geometry.ts';

/** An image as Cornerstone places it: its attributes, and the file's own if the server rendered it in another size. */
export interface PlacedImage {
  readonly shown: DataSet;
  readonly stored: DataSet;
}

/** Returns how many stored pixels one shown pixel has in both directions. */
function reductionOf({ shown, stored }: PlacedImage): Point2 {
  const ratio = (tag: string) => (numberOf(stored, tag) ?? 1) / (numberOf(shown, tag) ?? numberOf(stored, tag) ?? 1);
  return [ratio('00280011'), ratio('00280010')];
}

/** Half a pixel: Cornerstone counts from the middle of the first pixel, items from its corner (PS3.3 C.18.6). */
const middle = 0.5;
const digits = 4;
const round = (value: number) => Number(value.toFixed(digits));

/** Converts a point from Cornerstone's coordinates to pixels of the stored image. */
export function toImagePoint(image: PlacedImage, position: readonly number[]): Point2 {
  const { imagePositionPatient, rowCosines, columnCosines, rowPixelSpacing, columnPixelSpacing } = imagePlaneModule(
    image.shown,
  );
  const along = (cosines: readonly number[]) =>
    cosines.reduce(
      (sum, cosine, axis) => sum + cosine * ((position[axis] ?? 0) - (imagePositionPatient[axis] ?? 0)),
      0,
    );
  const [across, down] = reductionOf(image);
  return [
    round((along(rowCosines) / columnPixelSpacing + middle) * across),
    round((along(columnCosines) / rowPixelSpacing + middle) * down),
  ];
}

/** Converts a point of the stored image to Cornerstone's coordinates. */
export function toLibraryPoint(image: PlacedImage, [x, y]: Point2): Point3 {
  const { imagePositionPatient, rowCosines, columnCosines, rowPixelSpacing, columnPixelSpacing } = imagePlaneModule(
    image.shown,
  );
  const [across, down] = reductionOf(image);
  const [right, below] = [(x / across - middle) * columnPixelSpacing, (y / down - middle) * rowPixelSpacing];
  const coordinate = (axis: 0 | 1 | 2) =>
    (imagePositionPatient[axis] ?? 0) + (rowCosines[axis] ?? 0) * right + (columnCosines[axis] ?? 0) * below;
  return [coordinate(0), coordinate(1), coordinate(2)];
}
