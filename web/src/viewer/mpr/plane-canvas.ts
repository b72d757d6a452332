import type { Plane } from './planes.ts';
import { planeSizeOf, renderPlane, type VoiSettings } from './render-plane.ts';
import type { Volume } from './volume.ts';

/** The view of a plane: zoom 1 fits its canvas; pan is in CSS pixels. */
export interface PlaneView {
  readonly zoom: number;
  readonly pan: readonly [number, number];
}

/** A plane's position on its canvas, and the size of a value in CSS pixels. */
interface PlaneRect {
  readonly left: number;
  readonly top: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Fits a plane to its canvas by millimeters, so shapes keep their proportions. */
export function planeRectOf(
  volume: Volume,
  plane: Plane,
  { width, height }: { width: number; height: number },
  { zoom, pan }: PlaneView,
): PlaneRect {
  const size = planeSizeOf(volume, plane);
  const [stepX, stepY] = [volume.spacing[plane.across.axis], volume.spacing[plane.down.axis]];
  const fit = Math.min(width / (size.width * stepX), height / (size.height * stepY)) * zoom;
  return {
    left: width / 2 + pan[0] - (size.width * stepX * fit) / 2,
    top: height / 2 + pan[1] - (size.height * stepY * fit) / 2,
    scaleX: stepX * fit,
    scaleY: stepY * fit,
  };
}

interface PlaneDrawing {
  readonly volume: Volume;
  readonly plane: Plane;
  readonly position: readonly number[];
  readonly voi: VoiSettings;
  readonly view: PlaneView;
}

const crossGap = 14; // CSS pixels around the point, which stays visible

/** Draws a plane of a volume on its canvas, with the lines of the other two planes. */
export class PlaneCanvas {
  readonly #canvas: HTMLCanvasElement;
  #image: ImageData | undefined;
  readonly #offscreen = document.createElement('canvas');

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  draw(drawing: PlaneDrawing): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (!context || width === 0 || height === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const offscreen = this.#render(drawing);
    if (!offscreen) return;
    const rect = planeRectOf(drawing.volume, drawing.plane, { width, height }, drawing.view);
    context.imageSmoothingQuality = 'high';
    context.drawImage(offscreen, rect.left, rect.top, offscreen.width * rect.scaleX, offscreen.height * rect.scaleY);
    this.#drawCross(context, drawing, rect);
  }

  /** Returns the displayed column and row of the plane at client coordinates. */
  valuesAt(
    { volume, plane, view }: Omit<PlaneDrawing, 'voi' | 'position'>,
    x: number,
    y: number,
  ): readonly [number, number] {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const rect = planeRectOf(volume, plane, { width, height }, view);
    return [Math.floor((x - left - rect.left) / rect.scaleX), Math.floor((y - top - rect.top) / rect.scaleY)];
  }

  /** Releases its images. */
  clear(): void {
    this.#image = undefined;
    this.#offscreen.width = 0;
    this.#offscreen.height = 0;
  }

  #render({ volume, plane, position, voi }: PlaneDrawing): HTMLCanvasElement | undefined {
    const { width, height } = planeSizeOf(volume, plane);
    const context = this.#offscreen.getContext('2d', { alpha: false });
    if (!context) return undefined;
    if (this.#offscreen.width !== width || this.#offscreen.height !== height || !this.#image) {
      this.#offscreen.width = width;
      this.#offscreen.height = height;
      this.#image = context.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.#image.data.buffer);
    renderPlane(volume, plane, position[plane.through] ?? 0, voi, pixels);
    context.putImageData(this.#image, 0, 0);
    return this.#offscreen;
  }

  #drawCross(context: CanvasRenderingContext2D, { volume, plane, position }: PlaneDrawing, rect: PlaneRect): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const [column, row] = displayedAt(volume, plane, position);
    const [x, y] = [rect.left + (column + 0.5) * rect.scaleX, rect.top + (row + 0.5) * rect.scaleY];
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
    // a dark edge keeps the lines visible over white (tokens, "Viewer")
    for (const [color, thickness] of [
      ['rgb(0 0 0 / 0.65)', 3],
      [getComputedStyle(this.#canvas).color, 1],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = thickness;
      context.stroke(lines);
    }
  }
}

/** Returns the displayed column and row of a plane for a position in the volume. */
export function displayedAt(
  { dimensions }: Volume,
  { across, down }: Plane,
  position: readonly number[],
): [number, number] {
  const displayed = ({ axis, isReversed }: Plane['across']) => {
    const at = position[axis] ?? 0;
    return isReversed ? dimensions[axis] - 1 - at : at;
  };
  return [displayed(across), displayed(down)];
}
