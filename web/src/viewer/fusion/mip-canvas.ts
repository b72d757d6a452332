import type { Vector3 } from '../mpr/vector.ts';
import type { Volume } from '../mpr/volume/volume.ts';
import { type MipSize, quantizedMax } from './mip.ts';
import { brightestAt, toMip } from './mip-source.ts';

/** What is seen of a PET from an angle. */
export interface MipDrawing {
  readonly volume: Volume;
  readonly size: MipSize;
  readonly angle: number;
  readonly projection: Uint16Array;
  readonly isMirrored: boolean;
  /** The value of black, as a part of the highest one. */
  readonly upper: number;
  /** Where the planes cross, in patient coordinates. */
  readonly point: Vector3 | undefined;
}

/** Fits a projection to its canvas by millimeters. */
function placementOf({ volume, size }: MipDrawing, { clientWidth, clientHeight }: HTMLCanvasElement) {
  const [across, down] = [size.pitch, volume.geometry.step];
  const scale = Math.min(clientWidth / (size.bodyWidth * across), clientHeight / (size.height * down));
  return {
    left: clientWidth / 2,
    top: (clientHeight - size.height * down * scale) / 2,
    across: across * scale,
    down: down * scale,
  };
}

/** Draws projections on a canvas: what is hot is dark, with the lines of the cross. */
export class MipCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #offscreen = document.createElement('canvas');
  #drawing: MipDrawing | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  draw(drawing: MipDrawing): void {
    this.#drawing = drawing;
    const context = this.#canvas.getContext('2d');
    const { clientWidth, clientHeight } = this.#canvas;
    if (!context || clientWidth === 0 || clientHeight === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    this.#canvas.width = Math.round(clientWidth * ratio);
    this.#canvas.height = Math.round(clientHeight * ratio);
    context.scale(ratio, ratio);
    this.#render(drawing);
    const { left, top, across, down } = placementOf(drawing, this.#canvas);
    const { width, height } = drawing.size;
    context.save();
    context.translate(left, top);
    context.scale(drawing.isMirrored ? -1 : 1, 1);
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#offscreen, (-width / 2) * across, 0, width * across, height * down);
    context.restore();
    this.#drawCross(context, drawing);
  }

  /** Returns the brightest place of the patient that is seen at client coordinates. */
  brightestAt(x: number, y: number): Vector3 | undefined {
    const drawing = this.#drawing;
    if (!drawing) return undefined;
    const bounds = this.#canvas.getBoundingClientRect();
    const { left, top, across, down } = placementOf(drawing, this.#canvas);
    const [column, row] = [(x - bounds.left - left) / across, (y - bounds.top - top) / down];
    if (row < 0 || row >= drawing.size.height) return undefined;
    return brightestAt(drawing.volume, drawing.size, drawing.angle, [column, row]);
  }

  #render({ size: { width, height }, projection, upper }: MipDrawing): void {
    this.#offscreen.width = width;
    this.#offscreen.height = height;
    const context = this.#offscreen.getContext('2d', { alpha: false });
    if (!context) return;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const factor = 255 / (quantizedMax * upper);
    for (let pixel = 0; pixel < pixels.length; pixel++) {
      const level = 255 - Math.min(255, Math.round((projection[pixel] ?? 0) * factor));
      pixels[pixel] = 0xff_00_00_00 | (level * 0x01_01_01);
    }
    context.putImageData(image, 0, 0);
  }

  #drawCross(context: CanvasRenderingContext2D, drawing: MipDrawing): void {
    if (!drawing.point) return;
    const { left, top, across, down } = placementOf(drawing, this.#canvas);
    const [column, row] = toMip(drawing.volume, drawing.size, drawing.angle, drawing.point);
    const [x, y] = [left + column * across, top + row * down];
    const gap = 10; // CSS pixels around the point
    const { clientWidth, clientHeight } = this.#canvas;
    const path = new Path2D(
      `M0 ${y}H${x - gap}M${x + gap} ${y}H${clientWidth}M${x} 0V${y - gap}M${x} ${y + gap}V${clientHeight}`,
    );
    for (const [color, thickness] of [
      ['rgb(0 0 0 / 0.65)', 3],
      [getComputedStyle(this.#canvas).color, 1],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = thickness;
      context.stroke(path);
    }
  }
}
