import { ApiError } from '@medcloud/contract/api-client';
import type { Annotation, AnnotationStats, AnnotationView } from '@medcloud/contract/shapes/annotations';
import { type DataSet, numberOf } from '@medcloud/dicom/json';
import { examOf } from '../loading/fetch-series.ts';
import type { Frame } from '../loading/frames.ts';
import type { PlaneStore } from '../mpr/plane-annotation.ts';
import { Draft, type DraftConnection, type DraftPhase } from './draft.ts';
import { drawItems } from './draw-items.ts';
import type { PixelGrid } from './geometry.ts';
import { clampToImage } from './handles.ts';
import { type ExamItem, type KnownImage, KnownImages } from './known-images.ts';
import { measureItem } from './measure-item.ts';
import {
  drawItem,
  findAnnotation,
  itemPointsOf,
  kindOf,
  type MeasurementEvent,
  removeMeasurement,
  setStats,
  statsOf,
  subscribeToMeasurements,
} from './measurements.ts';
import type { LibraryAnnotation } from './measuring-tools.ts';

export interface MeasurementsState {
  /** The caller's own items on the opened exams, in order of creation. */
  readonly items: readonly ExamItem[];
  readonly phase: DraftPhase;
  /** Number of changes that the server does not have. */
  readonly unsent: number;
  /** What was removed last, while it can be brought back. */
  readonly removed: readonly ExamItem[];
  /** The last new item was refused, because the draft is full. */
  readonly isFull: boolean;
}

export interface MeasurementsHost {
  readonly connect: (examId: string) => DraftConnection;
  /** The attributes with which Cornerstone places an image: those of the server's rendering if it shows that. */
  readonly attributesOf: (imageId: string) => DataSet | undefined;
  /** The values of an image that is shown. */
  readonly pixelsOf: (imageId: string) => PixelGrid | undefined;
  /** How an image is shown. */
  readonly viewOf: (imageId: string) => AnnotationView | undefined;
  readonly render: () => void;
  readonly now: () => number;
  readonly onChange: (state: MeasurementsState) => void;
}

export const noMeasurements: MeasurementsState = { items: [], phase: 'loading', unsent: 0, removed: [], isFull: false };

const undoMs = 10_000;
const recordDelayMs = 200;
/** The worst first. */
const phases: readonly DraftPhase[] = ['refused', 'failing', 'loading', 'saving'];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The caller's measurements on the opened exams: keeps the drafts and what Cornerstone draws equal. */
export class ExamMeasurements {
  readonly #host: MeasurementsHost;
  readonly #drafts = new Map<string, Draft>();
  readonly #images: KnownImages;
  /** Annotations whose points are being set for the first time. */
  readonly #unfinished = new Set<string>();
  readonly #touched = new Set<string>();
  /** Items of other authors' sets that are drawn, by set. */
  readonly #layers = new Map<string, readonly ExamItem[]>();
  readonly #unsubscribe: () => void;
  #recordTimer: ReturnType<typeof setTimeout> | undefined;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;
  #isDrawing = false;
  #state = noMeasurements;

  constructor(host: MeasurementsHost) {
    this.#host = host;
    this.#images = new KnownImages(host.attributesOf);
    this.#unsubscribe = subscribeToMeasurements((event, annotation) => this.#onEvent(event, annotation));
    window.addEventListener('online', this.#flush);
    window.addEventListener('pagehide', this.#flushAtLeaving);
    document.addEventListener('visibilitychange', this.#flushAtHiding);
  }

  /** Stops before the library removes what it draws. Sends what is unsent. */
  close(): void {
    this.record();
    this.#unsubscribe();
    window.removeEventListener('online', this.#flush);
    window.removeEventListener('pagehide', this.#flushAtLeaving);
    document.removeEventListener('visibilitychange', this.#flushAtHiding);
    clearTimeout(this.#recordTimer);
    clearTimeout(this.#undoTimer);
    for (const draft of this.#drafts.values()) draft.close();
  }

  /** Draws the items on the images of a series. The first series of an exam loads its draft. */
  showFrames(frames: readonly Frame[]): void {
    const [first] = frames;
    if (!first) return;
    const examId = examOf(first.imageId);
    this.#images.add(frames);
    if (this.#drafts.has(examId)) this.#draw(examId);
    else this.#open(examId);
  }

  /** Returns the image of an item, if its series was shown. */
  imageOf(item: ExamItem): KnownImage | undefined {
    return this.#images.of(item);
  }

  /** Measures what a tool draws. Keeps the result for the text beside it. */
  readonly measure = (annotation: LibraryAnnotation): AnnotationStats | undefined => {
    const image = this.#imageOf(annotation);
    const kind = kindOf(annotation);
    const points = image && itemPointsOf(annotation, image);
    const pixels = image && this.#host.pixelsOf(image.imageId);
    const stats = kind && image && points && measureItem(kind, points, { attributes: image.stored, pixels });
    setStats(annotation, stats);
    return stats;
  };

  /** Marks the image as a key image, or ends it. */
  toggleKeyImage(imageId: string): void {
    const existing = this.#keyImageOf(imageId);
    if (existing) this.#drafts.get(examOf(imageId))?.delete(existing.id);
    else this.#add({ kind: 'key-image', points: [] }, imageId);
  }

  isKeyImage(imageId: string): boolean {
    return this.#keyImageOf(imageId) !== undefined;
  }

  rename({ examId, id }: ExamItem, label: string): void {
    const draft = this.#drafts.get(examId);
    const item = draft?.find(id);
    if (!draft || !item) return;
    this.#put(draft, { ...item, label });
    this.#draw(examId);
  }

  /** Adds a copy of an item to another image. Its values are measured there. */
  copyTo({ kind, points, label }: ExamItem, imageId: string): void {
    this.#add({ kind, points, ...(label ? { label } : {}) }, imageId);
    this.#draw(examOf(imageId));
  }

  /** The items and layers of an exam, for its planes. */
  readonly planes: PlaneStore = {
    itemsOf: (examId) => {
      const own = this.#drafts.get(examId)?.items ?? [];
      const ofLayers = [...this.#layers.values()].flat().filter((item) => item.examId === examId);
      return [...own.map((item) => ({ ...item, examId })), ...ofLayers];
    },
    put: (examId, item) => {
      const draft = this.#drafts.get(examId);
      if (draft) this.#put(draft, item);
    },
    remove: (_, id) => this.remove(this.#state.items.filter((item) => item.id === id)),
  };

  /** Puts into the drafts what is drawn and not there yet. */
  record(): void {
    clearTimeout(this.#recordTimer);
    this.#recordTimer = undefined;
    for (const id of this.#touched) this.#recordOne(id);
    this.#touched.clear();
  }

  /** Removes items. They can be brought back for 10 seconds. */
  remove(items: readonly ExamItem[]): void {
    if (items.length === 0) return;
    for (const { examId, id } of items) this.#drafts.get(examId)?.delete(id);
    for (const examId of new Set(items.map((item) => item.examId))) this.#draw(examId);
    this.#offerUndo(items);
  }

  /** Brings back what was removed last. */
  undoRemove(): void {
    const { removed } = this.#state;
    this.#offerUndo([]);
    for (const { examId, ...item } of removed) {
      const draft = this.#drafts.get(examId);
      if (draft) this.#put(draft, item);
      this.#draw(examId);
    }
  }

  /**
   * Sends what is unsent and calls `save` with the revision of an exam's draft. If another tab changed the draft, its
   * changes are loaded first.
   */
  async saveVersion<Result>(examId: string, save: (revision: number) => Promise<Result>): Promise<Result> {
    this.record();
    const draft = this.#drafts.get(examId);
    if (!draft) throw new Error('The exam has no draft');
    try {
      return await save(await draft.settle());
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
      await draft.reload();
      return await save(await draft.settle());
    }
  }

  /** Draws another author's set, read-only. */
  showLayer(examId: string, setId: string, items: readonly Annotation[]): void {
    const ofLayer = items.map((item) => ({ ...item, examId, id: `${setId}:${item.id}`, isLayer: true }));
    this.#layers.set(setId, ofLayer);
    this.#draw(examId);
  }

  hideLayer(examId: string, setId: string): void {
    this.#layers.delete(setId);
    this.#draw(examId);
  }

  /** The sets of other authors that are drawn. */
  get shownLayers(): ReadonlySet<string> {
    return new Set(this.#layers.keys());
  }

  /** Sends what is unsent now. */
  async save(): Promise<void> {
    this.record();
    await Promise.all([...this.#drafts.values()].map((draft) => draft.flush()));
  }

  #keyImageOf(imageId: string): Annotation | undefined {
    const image = this.#images.find(imageId);
    const items = image ? (this.#drafts.get(image.examId)?.items ?? []) : [];
    const isOn = ({ on }: Annotation) => 'image' in on && on.image.sop === image?.sop && on.image.frame === image.frame;
    return items.find((item) => item.kind === 'key-image' && isOn(item));
  }

  #add(item: Pick<Annotation, 'kind' | 'points' | 'label'>, imageId: string): void {
    const image = this.#images.find(imageId);
    const draft = image && this.#drafts.get(image.examId);
    if (!draft) return;
    const points = item.points.map(([x, y]): [number, number] => [x, y]);
    const stats = measureItem(item.kind, points, { attributes: image.stored, pixels: this.#host.pixelsOf(imageId) });
    const place = { id: crypto.randomUUID(), on: { image: { sop: image.sop, frame: image.frame } } };
    this.#put(draft, { ...item, ...place, ...(stats ? { stats } : {}), ...this.#viewOf(imageId) });
  }

  #offerUndo(removed: readonly ExamItem[]): void {
    clearTimeout(this.#undoTimer);
    if (removed.length > 0) this.#undoTimer = setTimeout(() => this.#offerUndo([]), undoMs);
    this.#refresh({ removed });
  }

  readonly #flush = () => void this.save();

  /** A phone may end a page that is hidden. */
  readonly #flushAtHiding = () => {
    if (document.visibilityState === 'hidden') this.#flushAtLeaving();
  };

  readonly #flushAtLeaving = () => {
    this.record();
    for (const draft of this.#drafts.values()) void draft.flushAtLeaving();
  };

  #open(examId: string): void {
    const connection = this.#host.connect(examId);
    const onChange = (received: boolean) => {
      if (received) this.#draw(examId);
      this.#refresh({});
    };
    this.#drafts.set(examId, new Draft({ ...connection, now: this.#host.now, onChange }));
  }

  #onEvent(event: MeasurementEvent, annotation: LibraryAnnotation): void {
    const id = annotation.annotationUID;
    if (this.#isDrawing || !id || annotation.isLocked || !kindOf(annotation)) return;
    if (event === 'added') this.#unfinished.add(id);
    if (event === 'completed') this.#unfinished.delete(id);
    if (event === 'removed') this.#forget(id);
    if (event === 'removed' || this.#unfinished.has(id)) return;
    this.#touched.add(id);
    this.#recordTimer ??= setTimeout(() => this.record(), event === 'completed' ? 0 : recordDelayMs);
  }

  /** A measurement that the user removed by a tool. */
  #forget(id: string): void {
    this.#unfinished.delete(id);
    this.#touched.delete(id);
    const item = this.#state.items.find((one) => one.id === id);
    if (item) this.remove([item]);
  }

  /** Puts an annotation into its draft if it is not as it was. */
  #recordOne(id: string): void {
    const annotation = findAnnotation(id);
    const image = annotation && this.#imageOf(annotation);
    const kind = annotation && kindOf(annotation);
    const drawn = image && itemPointsOf(annotation, image);
    const draft = image && this.#drafts.get(image.examId);
    if (!kind || !drawn || !draft) return;
    const [columns = 0, rows = 0] = ['00280011', '00280010'].map((tag) => numberOf(image.stored, tag));
    const points = clampToImage(kind, drawn, columns, rows).map(([x, y]): [number, number] => [x, y]);
    if (!isSame(points, drawn)) drawItem({ id, kind, points, label: annotation.data.label }, image);
    const label = annotation.data.label?.trim();
    const existing = draft.find(id);
    if (existing && isSame(existing.points, points) && (existing.label ?? '') === (label ?? '')) return;
    const stats = annotation.invalidated ? this.measure(annotation) : statsOf(annotation.data);
    const on = { image: { sop: image.sop, frame: image.frame } };
    const view = existing?.view ? { view: existing.view } : this.#viewOf(image.imageId);
    this.#put(draft, { id, kind, on, points, ...(label ? { label } : {}), ...(stats ? { stats } : {}), ...view });
  }

  #put(draft: Draft, item: Omit<Annotation, 'updatedAt'>): void {
    const isTaken = draft.put(item);
    if (!isTaken) this.#withoutEvents(() => removeMeasurement(item.id));
    this.#refresh({ isFull: !isTaken });
  }

  #viewOf(imageId: string): { view?: AnnotationView } {
    const view = this.#host.viewOf(imageId);
    return view ? { view } : {};
  }

  #imageOf({ metadata }: LibraryAnnotation): KnownImage | undefined {
    return this.#images.find(metadata?.referencedImageId);
  }

  /** Makes what Cornerstone draws equal to a draft, where the images are known. */
  #draw(examId: string): void {
    const draft = this.#drafts.get(examId);
    if (!draft) return;
    this.record(); // what is drawn and not in the draft yet
    const own = draft.items.map((item) => ({ ...item, examId }));
    const ofLayers = [...this.#layers.values()].flat().filter((item) => item.examId === examId);
    this.#withoutEvents(() => drawItems(examId, [...own, ...ofLayers], this.#images, this.#unfinished));
    this.#host.render();
    this.#refresh({});
  }

  #withoutEvents(change: () => void): void {
    const wasDrawing = this.#isDrawing;
    this.#isDrawing = true;
    change();
    this.#isDrawing = wasDrawing;
  }

  #refresh(change: Partial<MeasurementsState>): void {
    const drafts = [...this.#drafts];
    const current = new Set(drafts.map(([, draft]) => draft.phase));
    this.#state = {
      ...this.#state,
      items: drafts.flatMap(([examId, draft]) => draft.items.map((item) => ({ ...item, examId }))),
      phase: phases.find((phase) => current.has(phase)) ?? 'saved',
      unsent: drafts.reduce((sum, [, draft]) => sum + draft.unsent, 0),
      ...change,
    };
    this.#host.onChange(this.#state);
  }
}
