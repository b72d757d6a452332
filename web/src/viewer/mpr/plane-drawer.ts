import { type PlaneName, planeNames, type ViewName } from '../tool-names.ts';
import { PlaneCanvas, type PlanePlacement, type PlaneView } from './plane-canvas.ts';
import { isOnPlane, type PlaneItem, pointsOf, toVolume } from './plane-item.ts';
import type { MeasuredPlane } from './plane-measuring.ts';
import type { PlaneContent, PlaneOverlay } from './plane-overlay.ts';
import { lineOn, type Planes } from './planes.ts';
import type { VoiSettings } from './render-plane.ts';
import { isOnValues } from './sample-plane.ts';
import type { Slab } from './slab.ts';
import { dot, type Vector3 } from './vector.ts';
import type { OriginalSlice } from './volume/original-slice.ts';
import type { Volume } from './volume/volume.ts';

/** Everything that the three planes show. */
export interface PlanesDrawing {
  readonly volume: Volume;
  readonly planes: Planes;
  readonly original: OriginalSlice;
  readonly slab: Slab;
  /** The point in which the planes meet, in millimeters along the volume's axes. */
  readonly point: Vector3;
  readonly views: Readonly<Record<PlaneName, PlaneView>>;
  readonly voi: VoiSettings;
  /** The plane of the views that are no plane of their own. */
  readonly active: PlaneName;
  /** A PET over the volume. */
  readonly overlay: PlaneOverlay | undefined;
}

/** Returns the plane that a view shows. */
export const planeNameOf = (view: ViewName, active: PlaneName): PlaneName =>
  planeNames.find((name) => name === view) ?? active;

const contentOf = (view: ViewName): PlaneContent => (view === 'ct' ? 'image' : view === 'pet' ? 'pet' : 'fused');

/** CSS pixels of a plane's canvas. */
export type CanvasPoint = readonly [number, number];

/** Returns the volume a plane is painted from: a coarser one has the original image along the images. */
function shownVolume({ volume, planes, original, slab, point }: PlanesDrawing, name: PlaneName): Volume {
  return slab.thicknessMm > 0 ? volume : original.volumeFor(volume, planes[name], point);
}

const restMs = 120; // after the last move, planes that take long are drawn at full resolution

/** Draws the planes on their canvases, at most once a frame of the screen. */
export class PlaneDrawer {
  readonly #drawing: () => PlanesDrawing | undefined;
  readonly #canvases = new Map<ViewName, PlaneCanvas>();
  #requested: number | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** `drawing` returns undefined while there is nothing to draw. */
  constructor(drawing: () => PlanesDrawing | undefined) {
    this.#drawing = drawing;
  }

  /** Attaches a plane to a canvas. Returns a function that detaches it. */
  attach(view: ViewName, element: HTMLCanvasElement, onResize: () => void): () => void {
    const canvas = new PlaneCanvas(element);
    this.#canvases.set(view, canvas);
    const resizing = new ResizeObserver(() => {
      this.redraw();
      onResize();
    });
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      if (this.#canvases.get(view) === canvas) this.#canvases.delete(view);
    };
  }

  /** Cancels what was to be drawn, and releases the images. */
  clear(): void {
    clearTimeout(this.#resting);
    if (this.#requested !== undefined) cancelAnimationFrame(this.#requested);
    this.#requested = undefined;
    for (const canvas of this.#canvases.values()) canvas.clear();
  }

  /** Draws in the next animation frame. Planes that take long are coarser until nothing moves. */
  redraw(): void {
    if (this.#requested !== undefined || !this.#drawing()) return;
    this.#requested = requestAnimationFrame(() => {
      this.#requested = undefined;
      const isReduced = this.#draw(2);
      clearTimeout(this.#resting);
      if (isReduced) this.#resting = setTimeout(() => this.#draw(1), restMs);
    });
  }

  /** Returns the view on which a plane is shown: its own, else one of both volumes. */
  viewOf(name: PlaneName): ViewName {
    return [name, 'fused' as const, 'ct' as const].find((view) => this.#canvases.has(view)) ?? 'pet';
  }

  #placementOf(view: ViewName): PlanePlacement | undefined {
    const drawing = this.#drawing();
    if (!drawing) return undefined;
    const { volume, planes, views, active } = drawing;
    const name = planeNameOf(view, active);
    return this.#canvases.get(view)?.placementOf({ volume, plane: planes[name], view: views[name] });
  }

  /** Returns the point of the volume at client coordinates over a plane. */
  pointAt(view: ViewName, x: number, y: number): Vector3 | undefined {
    const drawing = this.#drawing();
    if (!drawing) return undefined;
    const { volume, planes, point, views, active } = drawing;
    const name = planeNameOf(view, active);
    return this.#canvases.get(view)?.pointAt({ volume, plane: planes[name], point, view: views[name] }, x, y);
  }

  /** Returns what is measured on a plane. */
  measuredPlane(view: ViewName): MeasuredPlane | undefined {
    const [drawing, placement] = [this.#drawing(), this.#placementOf(view)];
    if (!drawing || !placement) return undefined;
    const { planes, slab, point, active, overlay } = drawing;
    const name = planeNameOf(view, active);
    return { volume: shownVolume(drawing, name), plane: planes[name], point, slab, overlay, scale: placement.scale };
  }

  /** Returns a measurement's points on a plane's canvas, or undefined if it lies elsewhere. */
  drawnPoints(view: ViewName, item: PlaneItem): { points: CanvasPoint[]; handles: CanvasPoint[] } | undefined {
    const measured = this.measuredPlane(view);
    if (!measured || !isOnPlane(item, measured.volume, measured.plane, measured.point, measured.slab)) return undefined;
    const onCanvas = (points: readonly Vector3[]) => points.map((point) => this.canvasPoint(view, point));
    return { points: onCanvas(pointsOf(item)), handles: onCanvas(item.handles) };
  }

  /** Returns where a point in patient coordinates is on a plane's canvas. */
  canvasPoint(view: ViewName, point: Vector3): CanvasPoint {
    const [drawing, placement] = [this.#drawing(), this.#placementOf(view)];
    if (!drawing || !placement) return [0, 0];
    const inVolume = toVolume(drawing.volume.geometry, point);
    const { across, down } = drawing.planes[planeNameOf(view, drawing.active)];
    return [
      placement.left + dot(inVolume, across) * placement.scale,
      placement.top + dot(inVolume, down) * placement.scale,
    ];
  }

  /** Draws all planes. Returns whether one was drawn at a reduced resolution. */
  #draw(reduction: number): boolean {
    const drawing = this.#drawing();
    if (!drawing) return false;
    const { volume, planes, slab, point, views, voi, active, overlay } = drawing;
    let isReduced = false;
    for (const [view, canvas] of this.#canvases) {
      const name = planeNameOf(view, active);
      const plane = planes[name];
      const isSlow = slab.thicknessMm > 0 || !isOnValues(volume, plane);
      isReduced ||= isSlow && reduction > 1;
      canvas.draw({
        volume: shownVolume(drawing, name),
        ...{ plane, slab, point, voi, overlay, view: views[name], reduction: isSlow ? reduction : 1 },
        content: contentOf(view),
        lines: planeNames.filter((one) => one !== name).map((one) => lineOn(plane, planes[one])),
      });
    }
    return isReduced;
  }
}
