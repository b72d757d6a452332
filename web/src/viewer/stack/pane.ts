import * as core from '@cornerstonejs/core';
import type { AnnotationView } from '@medcloud/contract/shapes/annotations';
import { textOf } from '@medcloud/dicom/json';
import type { ImageFault } from '../image-fault.ts';
import type { Frame, OtherKind } from '../loading/frames.ts';
import type { PaneSeries } from '../loading/series-source.ts';
import type { PixelGrid } from '../measure/geometry.ts';
import { hasOrientation, pixelSpacing, type Window } from './image-metadata.ts';
import { type OrientationLabels, orientationLabelsOf } from './orientation-labels.ts';
import { type PercentileWindow, percentileWindows } from './percentile-windows.ts';

/** The state of a pane, for the screen around the image. */
export interface PaneState extends PaneView {
  readonly series: PaneSeries | undefined;
  readonly phase: 'empty' | 'loading' | 'image' | 'other' | 'failed';
  /** The kind of a series without images. */
  readonly other: OtherKind | undefined;
  readonly frames: readonly Frame[];
  /** Index of the shown frame, from 0. */
  readonly index: number;
  /** Why the current frame is not shown. */
  readonly fault: ImageFault | undefined;
  /** Id of the rendered image. */
  readonly displayedImageId: string | undefined;
  /** The server rendered it because the browser cannot decode it. Its values are colors. */
  readonly isRendered: boolean;
  /** The patient's sides at the edges, or undefined if the file has no orientation. */
  readonly orientationLabels: OrientationLabels | undefined;
  /** Of an MR series: windows between percentiles of the values of the image that was shown first. */
  readonly percentileWindows: readonly PercentileWindow[];
  /** Frames that may be shown at once. */
  readonly loaded: ReadonlySet<number>;
}

/** How a pane shows its images. It is the same in a pane of another size. */
export interface PaneView {
  readonly window: Window | undefined;
  readonly isInverted: boolean;
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly isFlipped: boolean;
  /** 1 if the image fits its pane. */
  readonly zoom: number;
  /** By how much the image is moved: parts of its height while it fits. */
  readonly pan: readonly [number, number];
}

/** Where and how large an image is in its pane. */
export interface Placement {
  readonly zoom: number;
  readonly pan: readonly [number, number];
}

export const emptyPane: PaneState = {
  series: undefined,
  phase: 'empty',
  other: undefined,
  frames: [],
  index: 0,
  fault: undefined,
  displayedImageId: undefined,
  isRendered: false,
  window: undefined,
  zoom: 1,
  pan: [0, 0],
  rotation: 0,
  isFlipped: false,
  isInverted: false,
  orientationLabels: undefined,
  percentileWindows: [],
  loaded: new Set(),
};

const { Events, ViewportType } = core.Enums;
const quarterTurns = [90, 180, 270] as const;
const stateEvents = [Events.STACK_NEW_IMAGE, Events.VOI_MODIFIED, Events.CAMERA_MODIFIED] as const;

function windowOf({ lower, upper }: { lower: number; upper: number }): Window {
  const { windowWidth: width, windowCenter: center } = core.utilities.windowLevel.toWindowLevel(lower, upper);
  return { width, center };
}

/** A pane for images: an element with a Cornerstone viewport. */
export class Pane {
  readonly id: string;
  readonly #engine: core.Types.IRenderingEngine;
  readonly #onChange: (state: Partial<PaneState>) => void;
  #element: HTMLDivElement | undefined;
  #frames: readonly Frame[] = [];
  #percentileWindows: readonly PercentileWindow[] | undefined;

  constructor(id: string, engine: core.Types.IRenderingEngine, onChange: (state: Partial<PaneState>) => void) {
    this.id = id;
    this.#engine = engine;
    this.#onChange = onChange;
  }

  get isAttached(): boolean {
    return this.#element !== undefined;
  }

  attach(element: HTMLDivElement): void {
    this.#element = element;
    this.#engine.enableElement({ viewportId: this.id, type: ViewportType.STACK, element });
    for (const event of stateEvents) element.addEventListener(event, this.#readState);
    element.addEventListener(Events.IMAGE_RENDERED, this.#onImageDrawn);
  }

  focus(): void {
    this.#element?.focus({ preventScroll: true });
  }

  detach(): void {
    const element = this.#element;
    if (!element) return;
    for (const event of stateEvents) element.removeEventListener(event, this.#readState);
    element.removeEventListener(Events.IMAGE_RENDERED, this.#onImageDrawn);
    this.#element = undefined;
    this.#frames = [];
    this.#engine.disableElement(this.id);
  }

  /** Shows frames, starting at `index`. Resolves when that frame is loaded, and rejects if it fails. */
  async show(frames: readonly Frame[], index: number): Promise<void> {
    this.#frames = frames;
    this.#percentileWindows = undefined;
    const viewport = this.#viewport();
    if (!viewport) return;
    await viewport.setStack(
      frames.map(({ imageId }) => imageId),
      index,
    );
    viewport.render();
  }

  /** Shows nothing. */
  clear(): void {
    this.#frames = [];
    const element = this.#element;
    if (!element) return;
    this.detach();
    this.attach(element);
  }

  async goTo(index: number): Promise<void> {
    await this.#viewport()?.setImageIdIndex(index);
  }

  get index(): number {
    return this.#viewport()?.getTargetImageIdIndex() ?? 0;
  }

  /** Returns whether this is the image the pane should show. */
  isCurrentImage(imageId: string): boolean {
    return this.#viewport()?.getCurrentImageId() === imageId;
  }

  setWindow({ width, center }: Window): void {
    const { lower, upper } = core.utilities.windowLevel.toLowHighRange(width, center);
    this.#change((viewport) => viewport.setProperties({ voiRange: { lower, upper } }));
  }

  invert(): void {
    this.#change((viewport) => viewport.setProperties({ invert: !(viewport.getProperties().invert ?? false) }));
  }

  rotate(): void {
    this.#change((viewport) => {
      const { rotation = 0 } = viewport.getViewPresentation();
      viewport.setViewPresentation({ rotation: (rotation + 90) % 360 });
    });
  }

  flip(): void {
    this.#change((viewport) => viewport.setCamera({ flipHorizontal: !(viewport.getCamera().flipHorizontal ?? false) }));
  }

  zoomBy(factor: number): void {
    this.#change((viewport) => viewport.setZoom(viewport.getZoom() * factor));
  }

  panBy(across: number, down: number): void {
    this.#change((viewport) => {
      const [x, y] = viewport.getPan();
      viewport.setPan([x + across, y + down]);
    });
  }

  /** Shows the image as it was shown before, in this pane or another. What `view` leaves out stays. */
  setView({ window, isInverted, rotation, isFlipped, zoom, pan }: Partial<PaneView>): void {
    if (window) this.setWindow(window);
    this.#change((viewport) => {
      if (isInverted !== undefined) viewport.setProperties({ invert: isInverted });
      if (isFlipped !== undefined) viewport.setCamera({ flipHorizontal: isFlipped });
      if (rotation !== undefined) viewport.setViewPresentation({ rotation });
      if (zoom !== undefined) viewport.setZoom(zoom);
      const scale = pan && viewport.getZoom() * this.#fittedHeight(viewport);
      if (pan && scale) viewport.setPan([pan[0] * scale, pan[1] * scale]);
    });
  }

  /** Size of the image, 1 if it fits the pane, and the pixels of the pane it is moved by. */
  get placement(): Placement | undefined {
    const viewport = this.#viewport();
    if (!viewport?.getCurrentImageId()) return undefined;
    const [across, down] = viewport.getPan();
    return { zoom: viewport.getZoom(), pan: [across, down] };
  }

  setPlacement({ zoom, pan }: Placement): void {
    const own = this.placement;
    const isSame =
      own && Math.abs(own.zoom / zoom - 1) < 0.001 && Math.hypot(own.pan[0] - pan[0], own.pan[1] - pan[1]) < 0.5;
    if (isSame) return;
    this.#change((viewport) => {
      viewport.setZoom(zoom);
      viewport.setPan([pan[0], pan[1]]);
    });
  }

  /**
   * Returns the millimeters on one pixel of the pane while the image fits it; undefined without an image or its pixel
   * spacing.
   */
  get fittingScale(): number | undefined {
    const viewport = this.#viewport();
    const image = viewport?.getCornerstoneImage();
    const spacing = image && this.#frames[this.index] && pixelSpacing(this.#frames[this.index]?.attributes ?? {});
    if (!viewport || !image || !spacing) return undefined;
    const { clientWidth, clientHeight } = viewport.element;
    return Math.max((image.rows * spacing[0]) / clientHeight, (image.columns * spacing[1]) / clientWidth);
  }

  /** Returns where a point of the patient is in the pane, in its pixels; undefined without an image. */
  toCanvas(point: readonly [number, number, number]): readonly [number, number] | undefined {
    const viewport = this.#viewport();
    return viewport?.getCornerstoneImage() && viewport.worldToCanvas([...point]);
  }

  reset(): void {
    this.#change((viewport) => {
      viewport.resetProperties();
      viewport.resetCamera({ resetPan: true, resetZoom: true, resetToCenter: true });
    });
  }

  /** The image that is drawn. */
  get shownImage(): core.Types.IImage | undefined {
    return this.#viewport()?.getCornerstoneImage();
  }

  /** The values of the image that is drawn, after the rescale. Undefined for colors. */
  get pixels(): PixelGrid | undefined {
    const image = this.shownImage;
    if (image?.numberOfComponents !== 1) return undefined;
    return { values: image.getPixelData(), columns: image.columns, rows: image.rows };
  }

  /** How the image is shown, for a measurement on it. */
  get annotationView(): AnnotationView | undefined {
    const viewport = this.#viewport();
    if (!viewport?.getCurrentImageId()) return undefined;
    const { voiRange, invert } = viewport.getProperties();
    const rotation = quarterTurns.find((turn) => turn === viewport.getViewPresentation().rotation);
    return {
      ...(voiRange ? { window: windowOf(voiRange) } : {}),
      ...(invert ? { invert } : {}),
      ...(rotation ? { rotation } : {}),
      ...(viewport.getCamera().flipHorizontal ? { flip: true } : {}),
    };
  }

  /** The pane's Cornerstone viewport while it is attached. */
  get viewport(): core.Types.IStackViewport | undefined {
    return this.#viewport();
  }

  #viewport(): core.Types.IStackViewport | undefined {
    const viewport = this.#element && this.#engine.getViewport(this.id);
    return viewport instanceof core.StackViewport ? viewport : undefined;
  }

  #change(update: (viewport: core.Types.IStackViewport) => void): void {
    const viewport = this.#viewport();
    if (!viewport?.getCurrentImageId()) return;
    update(viewport);
    viewport.render();
    this.#readState();
  }

  readonly #readState = (): void => {
    const viewport = this.#viewport();
    if (!viewport?.getCurrentImageId()) return;
    const { voiRange, invert: isInverted } = viewport.getProperties();
    const frame = this.#frames[viewport.getCurrentImageIdIndex()];
    this.#onChange({
      index: viewport.getCurrentImageIdIndex(),
      window: voiRange && windowOf(voiRange),
      zoom: viewport.getZoom(),
      pan: this.#readPan(viewport),
      rotation: viewport.getViewPresentation().rotation ?? 0,
      isFlipped: viewport.getCamera().flipHorizontal ?? false,
      isInverted: isInverted ?? false,
      orientationLabels: frame && hasOrientation(frame.attributes) ? this.#orientationLabels(viewport) : undefined,
    });
  };

  #readPan(viewport: core.Types.IStackViewport): PaneView['pan'] {
    const scale = viewport.getZoom() * this.#fittedHeight(viewport);
    const [across, down] = viewport.getPan();
    return scale > 0 ? [across / scale, down / scale] : [0, 0];
  }

  /** Returns the height of the image while it fits, in pixels of the pane. */
  #fittedHeight(viewport: core.Types.IStackViewport): number {
    const image = viewport.getCornerstoneImage();
    if (!image) return 0;
    const { clientWidth, clientHeight } = viewport.element;
    const [height, width] = [
      image.rows * (image.rowPixelSpacing || 1),
      image.columns * (image.columnPixelSpacing || 1),
    ];
    return Math.min(clientHeight, (clientWidth * height) / width);
  }

  readonly #onImageDrawn = (): void => {
    const viewport = this.#viewport();
    const displayedImageId = viewport?.getCurrentImageId();
    // a resize also renders while the image is still loading
    if (displayedImageId === undefined || viewport?.getCornerstoneImage()?.imageId !== displayedImageId) return;
    this.#readState();
    this.#percentileWindows ??= this.#findPercentileWindows();
    this.#onChange({ displayedImageId, fault: undefined, percentileWindows: this.#percentileWindows });
  };

  #findPercentileWindows(): PercentileWindow[] {
    const isMr = textOf(this.#frames[0]?.attributes ?? {}, '00080060') === 'MR';
    return isMr ? percentileWindows(this.pixels?.values ?? []) : [];
  }

  #orientationLabels(viewport: core.Types.IStackViewport): OrientationLabels {
    const { clientWidth: width, clientHeight: height } = viewport.element;
    const [left, right, top, bottom] = [
      [0, height / 2],
      [width, height / 2],
      [width / 2, 0],
      [width / 2, height],
    ].map(([x = 0, y = 0]) => viewport.canvasToWorld([x, y]));
    return orientationLabelsOf({ left, right, top, bottom });
  }
}
