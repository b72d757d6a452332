import { BlobError } from '../../../platform/blobs/blob-error.ts';
import { singleFlight } from '../../../platform/concurrency/timeouts.ts';
import { WorkerFault } from '../../../platform/workers/worker-fault.ts';
import type { RunOptions } from '../../../platform/workers/worker-pool.ts';
import type { ViewerScope } from '../../authorization/scope.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../../keys/patient-key.ts';
import type { OpenSeries } from '../open-series.ts';
import type { RenderRequest } from '../render/render-image.ts';
import type { ImagingWorkers } from '../worker/imaging-workers.ts';
import { type CacheEntry, LruCache } from './lru-cache.ts';
import { type ImageRanges, readImageRanges } from './rendered-container.ts';
import {
  listRenderedObjects,
  type RenderedObject,
  type RenderedObjectsContext,
  storeImages,
} from './rendered-objects.ts';

// Some thousand thumbnails, or 700 CT slices as JPEG.
const maxMemoryBytes = 32 * 1_048_576;
const maxImageBytes = 4 * 1_048_576;
// An image that is not requested leaves the memory after this time.
const maxIdleMs = 600_000;
// Images that wait to be stored: at the first limit they are stored at once, at the second they are not kept.
const storedAtBytes = 8 * 1_048_576;
const maxPendingBytes = 16 * 1_048_576;
// Tables of containers, counted in images.
const maxTableEntries = 20_000;
// Containers stored by other nodes are found after this time.
const maxTableAgeMs = 60_000;

interface StoredContainer extends RenderedObject {
  readonly ranges: ImageRanges;
}

interface ExamContainers {
  readonly loadedAt: number;
  readonly containers: readonly StoredContainer[];
}

interface PendingImages {
  readonly manifestIds: Set<string>;
  readonly images: Map<string, Buffer>;
}

type RenderOptions = Pick<RunOptions, 'waitingSignal' | 'group'>;
type SeriesToRender = Pick<OpenSeries, 'row' | 'original' | 'manifestId'>;

/**
 * Rendered images: in memory, then in the exam's stored containers, then rendered by a worker. Images rendered by a
 * request are stored later, many at once; a crash loses those of the last minute, which are rendered again. Callers
 * check access and log it first: a key contains the id of the series' manifest, which changes with each indexing, so an
 * image is found only through rows that the caller may read.
 */
export class RenderedImages {
  readonly #context: RenderedObjectsContext;
  readonly #workers: Pick<ImagingWorkers, 'render'>;
  readonly #memory = new LruCache<{ readonly bytes: Buffer; usedAt: number }>(maxMemoryBytes);
  readonly #tables = new LruCache<ExamContainers>(maxTableEntries);
  readonly #running = new Map<string, Promise<Buffer>>();
  readonly #pending = new Map<string, PendingImages>();
  #pendingBytes = 0;

  constructor(context: RenderedObjectsContext, workers: Pick<ImagingWorkers, 'render'>) {
    this.#context = context;
    this.#workers = workers;
  }

  /**
   * Returns a frame as an image file. Concurrent requests for the same image share one rendering. Throws as
   * `ImagingWorkers.render` does.
   */
  async get(
    scope: ViewerScope,
    series: SeriesToRender,
    request: RenderRequest,
    options: RenderOptions = {},
  ): Promise<Buffer> {
    const key = keyOf(series, request);
    for (;;) {
      const known = this.#find(key);
      if (known !== undefined) return known;
      const running = this.#running.get(key);
      try {
        return await (running ?? this.#start(key, () => this.#readOrRender(scope, series, request, key, options)));
      } catch (error) {
        const isOfOther = running !== undefined && error instanceof WorkerFault && error.code === 'aborted';
        // the client that requested it first went away while it waited
        if (!isOfOther || options.waitingSignal?.aborted) throw error;
      }
    }
  }

  /** Removes all images of an exam from memory, after a change of the exam. */
  removeExam(examId: string): void {
    this.#memory.removeIf((key) => key.startsWith(examId));
    this.#tables.remove(examId);
    this.#takePending(examId);
  }

  /** Stores what was rendered since the last call, and removes from memory what is not requested any more. */
  readonly flush = singleFlight(async () => {
    const now = this.#now();
    this.#memory.removeIf((_, { usedAt }) => now - usedAt > maxIdleMs);
    for (const examId of [...this.#pending.keys()]) {
      const pending = this.#takePending(examId);
      if (pending === undefined) continue;
      await storeImages(this.#context, { examId, ...pending });
      this.#tables.remove(examId);
    }
  });

  #now(): number {
    return this.#context.clock.now().getTime();
  }

  #find(key: string): Buffer | undefined {
    const found = this.#memory.find(key);
    if (found === undefined) return undefined;
    found.usedAt = this.#now();
    return found.bytes;
  }

  #start(key: string, work: () => Promise<Buffer>): Promise<Buffer> {
    const running = work().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #readOrRender(
    scope: ViewerScope,
    series: SeriesToRender,
    request: RenderRequest,
    key: string,
    options: RenderOptions,
  ): Promise<Buffer> {
    const stored = await this.#readStored(scope, series, key);
    if (stored !== undefined) {
      this.#remember(key, stored);
      return stored;
    }
    const { row, original } = series;
    const content = request.instance.crc32 === null ? 'dcm' : 'zip';
    const rendered = await this.#workers.render({ examId: row.examId, content, objectKey: original }, request, options);
    const bytes = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength);
    this.#remember(key, bytes);
    this.#addPending(series, key, bytes);
    return bytes;
  }

  #remember(key: string, bytes: Buffer): void {
    if (bytes.length > maxImageBytes) return;
    this.#memory.set(key, { value: { bytes, usedAt: this.#now() }, sizeBytes: bytes.length });
  }

  #addPending({ row: { examId }, manifestId }: SeriesToRender, key: string, bytes: Buffer): void {
    if (bytes.length > maxImageBytes || this.#pendingBytes + bytes.length > maxPendingBytes) return;
    const pending = this.#pending.get(examId) ?? { manifestIds: new Set<string>(), images: new Map<string, Buffer>() };
    this.#pending.set(examId, pending);
    pending.manifestIds.add(manifestId);
    pending.images.set(key, bytes);
    this.#pendingBytes += bytes.length;
    // a cache that cannot be written is only slower
    if (this.#pendingBytes >= storedAtBytes) this.flush().catch(() => undefined);
  }

  #takePending(examId: string): PendingImages | undefined {
    const pending = this.#pending.get(examId);
    this.#pending.delete(examId);
    for (const { length } of pending?.images.values() ?? []) this.#pendingBytes -= length;
    return pending;
  }

  /** Returns undefined if the image is in no container, or the container is gone. */
  async #readStored(scope: ViewerScope, series: SeriesToRender, key: string): Promise<Buffer | undefined> {
    const { examId } = series.row;
    try {
      const { containers } = await this.#getContainers(scope, series);
      for (const { id, wrappedKey, ranges } of containers) {
        const range = ranges.get(key);
        if (range === undefined) continue;
        return await this.#context.objects.readPart(this.#unwrap(series, id, wrappedKey), range);
      }
      return undefined;
    } catch (error) {
      this.#tables.remove(examId);
      // evicted, moved to another patient, or damaged: it is rendered instead
      if (error instanceof BlobError) return undefined;
      throw error;
    }
  }

  async #getContainers(scope: ViewerScope, series: SeriesToRender): Promise<ExamContainers> {
    const { examId } = series.row;
    const known = this.#tables.find(examId);
    if (known !== undefined && this.#now() - known.loadedAt >= maxTableAgeMs) this.#tables.remove(examId);
    return await this.#tables.getOrRead(examId, () => this.#readContainers(scope, series));
  }

  async #readContainers(scope: ViewerScope, series: SeriesToRender): Promise<CacheEntry<ExamContainers>> {
    const { db, objects } = this.#context;
    const { examId } = series.row;
    const rows = await db.read(scope, (tx) => listRenderedObjects(tx, examId));
    const containers: StoredContainer[] = [];
    for (const row of rows)
      containers.push({ ...row, ranges: await readImageRanges(objects, this.#unwrap(series, row.id, row.wrappedKey)) });
    const sizeBytes = containers.reduce((sum, { ranges }) => sum + ranges.size, 1);
    return { value: { loadedAt: this.#now(), containers }, sizeBytes };
  }

  #unwrap({ row }: SeriesToRender, objectId: string, wrappedKey: Buffer) {
    const patientKey = unwrapPatientKey(this.#context.keys, row.patientUuid, row.wrappedPatientKey);
    return { objectId, keyId: objectId, key: unwrapObjectKey(patientKey, wrappedKey, objectId) };
  }
}

function keyOf(
  { row, manifestId }: SeriesToRender,
  { instance, frame, format, within, window }: RenderRequest,
): string {
  const shown = window === null ? '' : `${window.center},${window.width},${window.shape}`;
  return `${row.examId} ${manifestId} ${instance.uid} ${frame} ${format} ${within.width}x${within.height} ${shown}`;
}
