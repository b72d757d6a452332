import { type Greys, paintPlane, sizeOfPlane } from './paint-plane.ts';
import type { Plane } from './planes.ts';
import type { Volume } from './volume.ts';

/** How a plane is looked at: 1 fits it into its place; moved by so many CSS pixels. */
export interface PlaneLook {
  readonly zoom: number;
  readonly pan: readonly [number, number];
}

/** Where a plane's picture lies in its place, and how many CSS pixels a value takes there. */
interface Lie {
  readonly left: number;
  readonly top: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Fits a plane into its place by millimetres, so that its shapes are true. */
export function lieOf(
  volume: Volume,
  plane: Plane,
  { width, height }: { width: number; height: number },
  { zoom, pan }: PlaneLook,
): Lie {
  const size = sizeOfPlane(volume, plane);
  const [stepX, stepY] = [volume.spacing[plane.across.axis], volume.spacing[plane.down.axis]];
  const fit = Math.min(width / (size.width * stepX), height / (size.height * stepY)) * zoom;
  return {
    left: width / 2 + pan[0] - (size.width * stepX * fit) / 2,
    top: height / 2 + pan[1] - (size.height * stepY * fit) / 2,
    scaleX: stepX * fit,
    scaleY: stepY * fit,
  };
}

interface Shown {
  readonly volume: Volume;
  readonly plane: Plane;
  readonly position: readonly number[];
  readonly greys: Greys;
  readonly look: PlaneLook;
}

const crossGap = 14; // CSS pixels around the point, so that it is seen

/** A plane of a volume on its canvas: its picture, and the lines of the other two planes over it. */
export class PlaneCanvas {
  readonly #canvas: HTMLCanvasElement;
  #picture: ImageData | undefined;
  readonly #sheet = document.createElement('canvas');

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  draw(shown: Shown): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (!context || width === 0 || height === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const sheet = this.#paint(shown);
    if (!sheet) return;
    const lie = lieOf(shown.volume, shown.plane, { width, height }, shown.look);
    context.imageSmoothingQuality = 'high';
    context.drawImage(sheet, lie.left, lie.top, sheet.width * lie.scaleX, sheet.height * lie.scaleY);
    this.#drawCross(context, shown, lie);
  }

  /** Which values of the plane lie under a point of the window, columns and rows as they are seen. */
  valuesAt(
    { volume, plane, look }: Omit<Shown, 'greys' | 'position'>,
    x: number,
    y: number,
  ): readonly [number, number] {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const lie = lieOf(volume, plane, { width, height }, look);
    return [Math.floor((x - left - lie.left) / lie.scaleX), Math.floor((y - top - lie.top) / lie.scaleY)];
  }

  /** Its pictures are let go of. */
  clear(): void {
    this.#picture = undefined;
    this.#sheet.width = 0;
    this.#sheet.height = 0;
  }

  #paint({ volume, plane, position, greys }: Shown): HTMLCanvasElement | undefined {
    const { width, height } = sizeOfPlane(volume, plane);
    const context = this.#sheet.getContext('2d', { alpha: false });
    if (!context) return undefined;
    if (this.#sheet.width !== width || this.#sheet.height !== height || !this.#picture) {
      this.#sheet.width = width;
      this.#sheet.height = height;
      this.#picture = context.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.#picture.data.buffer);
    paintPlane(volume, plane, position[plane.through] ?? 0, greys, pixels);
    context.putImageData(this.#picture, 0, 0);
    return this.#sheet;
  }

  #drawCross(context: CanvasRenderingContext2D, { volume, plane, position }: Shown, lie: Lie): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const [column, row] = seenAt(volume, plane, position);
    const [x, y] = [lie.left + (column + 0.5) * lie.scaleX, lie.top + (row + 0.5) * lie.scaleY];
    const lines = new Path2D();
    for (const [fromX, fromY, toX, toY] of [
      [0, y, x - crossGap, y],
      [x + crossGap, y, width, y],
      [x, 0, x, y - crossGap],
      [x, y + crossGap, x, height],
    ] as const) {
      lines.moveTo(fromX, fromY);
      lines.lineTo(toX, toY);
    }
    // a dark edge keeps it seen over white (tokens, "Viewer")
    for (const [colour, thickness] of [
      ['rgb(0 0 0 / 0.65)', 3],
      [getComputedStyle(this.#canvas).color, 1],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      context.stroke(lines);
    }
  }
}

/** The column and row of a plane, as they are seen, at which a place in the volume lies. */
export function seenAt({ counts }: Volume, { across, down }: Plane, position: readonly number[]): [number, number] {
  const seen = ({ axis, isReversed }: Plane['across']) => {
    const at = position[axis] ?? 0;
    return isReversed ? counts[axis] - 1 - at : at;
  };
  return [seen(across), seen(down)];
}
