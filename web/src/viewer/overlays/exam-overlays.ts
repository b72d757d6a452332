import { type DataSet, textOf } from '@medcloud/dicom/json';
import type { Color } from '@medcloud/dicom/lab-color';
import {
  decodeSegmentationFrame,
  readSegmentation,
  type Segmentation,
  type SegmentationFrame,
} from '@medcloud/dicom/segmentation';
import { type Region, readStructureSet } from '@medcloud/dicom/structure-set';
import type { PaneSeries } from '../loading/series-source.ts';
import { colorAt } from './colors.ts';
import { isOverlaySeries } from './is-overlay-series.ts';

/** A segment or region that can be drawn over images. */
export interface OverlayItem {
  /** Unique in the exams that are open. */
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly color: Color;
  /** Of a structure set. */
  readonly region?: Region;
}

/** A segmentation or structure set. */
export interface OverlayObject {
  readonly id: string;
  readonly series: PaneSeries;
  readonly label: string;
  /** Of a segmentation; each region of a structure set has its own. */
  readonly frameOfReference: string | undefined;
  readonly items: readonly OverlayItem[];
  readonly segmentation?: Segmentation;
}

export interface OverlaysState {
  readonly objects: readonly OverlayObject[];
  readonly hidden: ReadonlySet<string>;
  /** From 0 to 1. */
  readonly opacity: number;
  readonly isLoading: boolean;
  /** Objects that could not be read or loaded. */
  readonly failedCount: number;
  /** Pixels of a segment that could not be loaded or read: what is drawn is incomplete. */
  readonly isIncomplete: boolean;
}

const segmentationClasses: readonly (string | undefined)[] = [
  '1.2.840.10008.5.1.4.1.1.66.4',
  '1.2.840.10008.5.1.4.1.1.66.7', // label map
];
const structureSetClass = '1.2.840.10008.5.1.4.1.1.481.3';
const maxObjects = 40;
const maxDecodedBytes = 67_108_864;

interface OverlaySource {
  readonly metadataOf: (series: PaneSeries) => Promise<DataSet[]>;
  readonly fetchFrame: (series: PaneSeries, sop: string, frame: number) => Promise<Uint8Array>;
}

/** Reads an object of an overlay series; undefined for any other, null if it cannot be shown. */
export function readOverlay(series: PaneSeries, set: DataSet): OverlayObject | null | undefined {
  const [sopClass, sop = ''] = [textOf(set, '00080016'), textOf(set, '00080018')];
  const id = `${series.examId}/${sop}`;
  const itemOf = (one: { number: number; name: string; color: Color | undefined }, index: number) => ({
    id: `${id}/${one.number}`,
    number: one.number,
    name: one.name,
    color: one.color ?? colorAt(index),
  });
  if (segmentationClasses.includes(sopClass)) {
    const segmentation = readSegmentation(set);
    if (segmentation === null) return null;
    const { label, frameOfReference, segments } = segmentation;
    return { ...{ id, series, label, frameOfReference, segmentation }, items: segments.map(itemOf) };
  }
  if (sopClass !== structureSetClass) return undefined;
  const { label, regions } = readStructureSet(set);
  const items = regions.map((region, index) => ({ ...itemOf(region, index), region }));
  return { ...{ id, series, label, items }, frameOfReference: undefined };
}

/** The overlays of the opened exams, loaded once. */
export class ExamOverlays {
  readonly #source: OverlaySource;
  readonly #listeners = new Set<() => void>();
  readonly #loaded = new Set<string>();
  /** Decoded frames, least recently used first. Null: it could not be loaded or read. */
  readonly #frames = new Map<string, Uint8Array | Uint16Array | null>();
  readonly #requested = new Set<string>();
  #decodedBytes = 0;
  #state: OverlaysState = {
    ...{ objects: [], hidden: new Set<string>(), opacity: 0.5, isLoading: false, failedCount: 0, isIncomplete: false },
  };

  constructor(source: OverlaySource) {
    this.#source = source;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): OverlaysState => this.#state;

  /** Loads the overlays of these series, unless they are loaded already. */
  async load(series: readonly PaneSeries[]): Promise<void> {
    const news = series.filter((one) => isOverlaySeries(one) && !this.#loaded.has(one.seriesUid));
    for (const { seriesUid } of news) this.#loaded.add(seriesUid);
    if (news.length === 0) return;
    this.#change({ isLoading: true });
    for (const one of news) await this.#loadSeries(one);
    this.#change({ isLoading: false });
  }

  async #loadSeries(series: PaneSeries): Promise<void> {
    try {
      const sets = await this.#source.metadataOf(series);
      const room = Math.max(0, maxObjects - this.#state.objects.length);
      const read = sets.slice(0, room).map((set) => readOverlay(series, set));
      const failedCount =
        this.#state.failedCount + read.filter((one) => one === null).length + sets.length - read.length;
      const objects = [...this.#state.objects, ...read.filter((one) => one !== null && one !== undefined)];
      this.#change({ objects, failedCount });
    } catch (error) {
      console.error(error); // the panel counts it
      this.#loaded.delete(series.seriesUid); // the next opening of the panel tries again
      this.#change({ failedCount: this.#state.failedCount + 1 });
    }
  }

  setShown(ids: readonly string[], isShown: boolean): void {
    const hidden = new Set(this.#state.hidden);
    for (const id of ids) isShown ? hidden.delete(id) : hidden.add(id);
    this.#change({ hidden });
  }

  /** Hides all items but one. */
  showOnly(id: string): void {
    const all = this.#state.objects.flatMap(({ items }) => items.map((item) => item.id));
    this.#change({ hidden: new Set(all.filter((one) => one !== id)) });
  }

  setOpacity(opacity: number): void {
    this.#change({ opacity: Math.min(1, Math.max(0, opacity)) });
  }

  /** Returns a frame's values, or undefined until they are loaded; the listeners are called then. */
  pixelsOf(object: OverlayObject, { number }: SegmentationFrame): Uint8Array | Uint16Array | null | undefined {
    const key = `${object.id}/${number}`;
    const pixels = this.#frames.get(key);
    if (pixels === undefined) void this.#loadFrame(object, number, key);
    else {
      this.#frames.delete(key); // to the end: used last
      this.#frames.set(key, pixels);
    }
    return pixels;
  }

  async #loadFrame({ id, series, segmentation }: OverlayObject, number: number, key: string): Promise<void> {
    if (this.#requested.has(key) || !segmentation) return;
    this.#requested.add(key);
    const sop = id.slice(series.examId.length + 1);
    const pixels = await this.#source
      .fetchFrame(series, sop, number)
      .then((bytes) => decodeSegmentationFrame(segmentation, number, bytes))
      .catch((error: unknown) => {
        console.error(error); // the panel says that something is missing
        return null;
      });
    this.#requested.delete(key);
    this.#keep(key, pixels);
    this.#change(pixels === null ? { isIncomplete: true } : {});
  }

  #keep(key: string, pixels: Uint8Array | Uint16Array | null): void {
    this.#frames.set(key, pixels);
    this.#decodedBytes += pixels?.byteLength ?? 0;
    for (const [oldest, values] of this.#frames) {
      if (this.#decodedBytes <= maxDecodedBytes || oldest === key) return;
      this.#frames.delete(oldest);
      this.#decodedBytes -= values?.byteLength ?? 0;
    }
  }

  #change(change: Partial<OverlaysState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
