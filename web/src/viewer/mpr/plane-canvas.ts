import { middleOf, rangeAlong } from './plane-grid.ts';
import type { PlaneContent, PlaneOverlay } from './plane-overlay.ts';
import type { Plane } from './planes.ts';
import { renderPlane, type VoiSettings } from './render-plane.ts';
import { type PlaneSamples, samplePlane } from './sample-plane.ts';
import type { Slab } from './slab.ts';
import { dot, plus, scale, type Vector3 } from './vector.ts';
import type { Volume } from './volume/volume.ts';

/** The view of a plane: zoom 1 fits its canvas; pan is in CSS pixels. */
export interface PlaneView {
  readonly zoom: number;
  readonly pan: readonly [number, number];
}

/** Where a plane is on its canvas: the CSS pixels of its point 0,0 and of a millimeter. */
export interface PlanePlacement {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Fits a volume to a canvas by millimeters, so shapes keep their proportions. */
export function placementOf(
  volume: Volume,
  { across, down, home }: Pick<Plane, 'across' | 'down' | 'home'>,
  { width, height }: { width: number; height: number },
  { zoom, pan }: PlaneView,
): PlanePlacement {
  const [[left, right], [top, bottom]] = [rangeAlong(volume, home[0]), rangeAlong(volume, home[1])];
  const fit = Math.min(width / (right - left), height / (bottom - top)) * zoom;
  const middle = middleOf(volume);
  return {
    left: width / 2 + pan[0] - dot(middle, across) * fit,
    top: height / 2 + pan[1] - dot(middle, down) * fit,
    scale: fit,
  };
}

interface PlaneDrawing {
  readonly volume: Volume;
  readonly plane: Plane;
  readonly point: Vector3;
  readonly slab: Slab;
  readonly voi: VoiSettings;
  readonly view: PlaneView;
  readonly reduction: number;
  readonly content: PlaneContent;
  /** A PET over the volume. */
  readonly overlay: PlaneOverlay | undefined;
  /** Directions in which the other planes cut this one, across and down. */
  readonly lines: readonly (readonly [number, number])[];
}

const crossGap = 14; // CSS pixels around the point, which stays visible

/** Draws a plane of a volume on its canvas, with the lines of the other two planes. */
export class PlaneCanvas {
  readonly #canvas: HTMLCanvasElement;
  #image: ImageData | undefined;
  #values: Float32Array | undefined;
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
    const { volume, plane, point, slab, view, reduction } = drawing;
    const samples = samplePlane(volume, plane, point, slab, { reduction, buffer: this.#values });
    this.#values = samples.values;
    const offscreen = this.#render(samples, drawing);
    if (!offscreen) return;
    const placement = placementOf(volume, plane, { width, height }, view);
    const { edges, steps } = samples.grid;
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      offscreen,
      placement.left + edges[0] * placement.scale,
      placement.top + edges[1] * placement.scale,
      offscreen.width * steps[0] * placement.scale,
      offscreen.height * steps[1] * placement.scale,
    );
    this.#drawCross(context, drawing, placement);
  }

  placementOf({ volume, plane, view }: Pick<PlaneDrawing, 'volume' | 'plane' | 'view'>): PlanePlacement {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return placementOf(volume, plane, { width, height }, view);
  }

  /** Returns the point of the plane at client coordinates. */
  pointAt(
    { volume, plane, point, view }: Pick<PlaneDrawing, 'volume' | 'plane' | 'point' | 'view'>,
    x: number,
    y: number,
  ): Vector3 {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const placement = placementOf(volume, plane, { width, height }, view);
    return plus(
      plus(
        scale(plane.across, (x - left - placement.left) / placement.scale),
        scale(plane.down, (y - top - placement.top) / placement.scale),
      ),
      scale(plane.normal, dot(point, plane.normal)),
    );
  }

  /** Releases its images. */
  clear(): void {
    this.#image = undefined;
    this.#values = undefined;
    this.#offscreen.width = 0;
    this.#offscreen.height = 0;
  }

  #render(image: PlaneSamples, drawing: PlaneDrawing): HTMLCanvasElement | undefined {
    const { width, height } = image.grid;
    const { overlay, content, voi } = drawing;
    const context = this.#offscreen.getContext('2d', { alpha: false });
    if (!context) return undefined;
    if (this.#offscreen.width !== width || this.#offscreen.height !== height || !this.#image) {
      this.#offscreen.width = width;
      this.#offscreen.height = height;
      this.#image = context.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.#image.data.buffer);
    if (overlay && content !== 'image') overlay.render(content, { image, ...drawing }, pixels);
    else renderPlane(image.values, width, voi, pixels);
    context.putImageData(this.#image, 0, 0);
    return this.#offscreen;
  }

  /** Draws the lines of the other planes, with the edges of a slab. */
  #drawCross(
    context: CanvasRenderingContext2D,
    { plane, point, slab, lines }: PlaneDrawing,
    placement: PlanePlacement,
  ): void {
    const [x, y] = [
      placement.left + dot(point, plane.across) * placement.scale,
      placement.top + dot(point, plane.down) * placement.scale,
    ];
    const reach = this.#canvas.clientWidth + this.#canvas.clientHeight + Math.abs(x) + Math.abs(y);
    const [path, edges] = [new Path2D(), new Path2D()];
    const addLine = (target: Path2D, from: readonly [number, number], to: readonly [number, number]) => {
      target.moveTo(...from);
      target.lineTo(...to);
    };
    for (const [across, down] of lines) {
      for (const side of [-1, 1]) {
        const [directionX, directionY] = [across * side, down * side];
        addLine(
          path,
          [x + directionX * crossGap, y + directionY * crossGap],
          [x + directionX * reach, y + directionY * reach],
        );
        const aside = (slab.thicknessMm / 2) * placement.scale * side;
        const [edgeX, edgeY] = [x - down * aside, y + across * aside];
        addLine(edges, [edgeX - across * reach, edgeY - down * reach], [edgeX + across * reach, edgeY + down * reach]);
      }
    }
    // a dark edge keeps the lines visible over white (tokens, "Viewer")
    for (const [color, thickness] of [
      ['rgb(0 0 0 / 0.65)', 3],
      [getComputedStyle(this.#canvas).color, 1],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = thickness;
      context.stroke(path);
    }
    if (slab.thicknessMm === 0) return;
    context.globalAlpha = 0.5;
    context.setLineDash([4, 4]);
    context.stroke(edges);
  }
}
