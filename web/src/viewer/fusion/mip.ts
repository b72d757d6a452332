/** A turn of the maximum intensity projection: 36 views, 10 degrees apart. */
export const angleCount = 36;
/** The highest value of a volume, as the worker has it. */
export const quantizedMax = 65_535;

/** A PET volume as the worker projects it. */
export interface MipTask {
  readonly columns: number;
  readonly rows: number;
  /** By image from head to feet, 0 to 65,535 for 0 to the highest value. */
  readonly slices: readonly Uint16Array[];
  /** The place of one column and one row further in the patient: to the left and to the back, in millimeters. */
  readonly columnStep: readonly [number, number];
  readonly rowStep: readonly [number, number];
}

/** The size of a projection, and its place: pixels are `pitch` millimeters wide. */
export interface MipSize {
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  /** Columns in the middle that the body may be in: the corners of the images have none. */
  readonly bodyWidth: number;
}

/** Returns the direction from left to right on the screen: to the patient's left and back. At 0 one looks from the front. */
export function mipDirection(angle: number): readonly [number, number] {
  const radians = (angle * 2 * Math.PI) / angleCount;
  return [Math.cos(radians), Math.sin(radians)];
}

export function mipSizeOf({ columns, rows, slices, columnStep, rowStep }: MipTask): MipSize {
  const pitch = Math.max(Math.hypot(...columnStep), Math.hypot(...rowStep));
  const [across, down] = [columns * Math.hypot(...columnStep), rows * Math.hypot(...rowStep)];
  const width = Math.ceil(Math.hypot(across, down) / pitch) + 1;
  return { width, height: slices.length, pitch, bodyWidth: Math.max(across, down) / pitch };
}

/**
 * Returns the highest values along parallel rays through a volume, seen from one of the first 18 angles, row by row. The
 * middle of the images is in the middle of the width. Each value falls into the column nearest to it: at most half a
 * voxel aside.
 */
export function projectMaximum(task: MipTask, angle: number): Uint16Array<ArrayBuffer> {
  const { columns, rows, slices, columnStep, rowStep } = task;
  const { width, pitch } = mipSizeOf(task);
  const [left, back] = mipDirection(angle);
  const stepX = (columnStep[0] * left + columnStep[1] * back) / pitch;
  const stepY = (rowStep[0] * left + rowStep[1] * back) / pitch;
  const start = width / 2 - (stepX * (columns - 1) + stepY * (rows - 1)) / 2;
  const projection = new Uint16Array(width * slices.length);
  for (const [index, slice] of slices.entries()) {
    const line = projection.subarray(index * width, (index + 1) * width);
    let at = 0;
    for (let row = 0; row < rows; row++) {
      let place = start + row * stepY;
      for (let column = 0; column < columns; column++, place += stepX) {
        const value = slice[at++] ?? 0;
        if (value > 0 && value > (line[place | 0] ?? 0)) line[place | 0] = value;
      }
    }
  }
  return projection;
}

/** From the opposite side one sees the same values, mirrored: the second half of the turn needs no projection. */
export function mipViewOf(angle: number): { readonly projection: number; readonly isMirrored: boolean } {
  const within = ((angle % angleCount) + angleCount) % angleCount;
  const half = angleCount / 2;
  return { projection: within % half, isMirrored: within >= half };
}
