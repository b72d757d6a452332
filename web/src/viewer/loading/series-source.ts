import { ApiError } from '@medcloud/contract/api-client';
import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import type { DataSet } from '../dicom-json.ts';
import { isReadable } from '../stack/is-readable.ts';
import { decodeRendered, renderedSyntax } from '../stack/rendered-image.ts';
import { fetchFrame, fetchMetadata, fetchRenderedFrame, seriesBase } from './fetch-series.ts';
import type { EncodedFrame } from './frame-store.ts';
import { type Frame, framesOf } from './frames.ts';

/** A series whose metadata were requested ahead. */
export interface PrefetchedSeries {
  readonly series: ViewerSeries;
  readonly metadata: Promise<DataSet[]>;
}

interface SourceOptions {
  readonly examId: string;
  readonly onRefused: () => void;
  readonly prefetched: PrefetchedSeries | undefined;
}

/** Loads an exam's series and frames from the server, each series' metadata once. Reports rejected requests. */
export class SeriesSource {
  readonly #examId: string;
  readonly #onRefused: () => void;
  readonly #attributes = new Map<string, DataSet>();
  readonly #rendered = new Set<string>();
  readonly #metadata = new Map<string, Promise<DataSet[]>>();
  #hasMissed = false;

  constructor({ examId, onRefused, prefetched }: SourceOptions) {
    this.#examId = examId;
    this.#onRefused = onRefused;
    if (prefetched) this.#cache(seriesBase(this.#addressOf(prefetched.series)), prefetched.metadata);
  }

  async framesOf(series: ViewerSeries): Promise<Frame[]> {
    const frames = framesOf(seriesBase(this.#addressOf(series)), await this.metadataOf(series), series.frames);
    for (const { imageId, attributes } of frames)
      if (!this.#rendered.has(imageId)) this.#attributes.set(imageId, attributes);
    return frames;
  }

  metadataOf(series: ViewerSeries): Promise<DataSet[]> {
    const address = this.#addressOf(series);
    const key = seriesBase(address);
    const cached = this.#metadata.get(key);
    if (cached) return cached;
    return this.#cache(key, fetchMetadata(address));
  }

  /** Caches the promise. A rejected one is removed, so the next call fetches again. */
  #cache(key: string, promise: Promise<DataSet[]>): Promise<DataSet[]> {
    this.#metadata.set(key, promise);
    promise.catch(() => this.#metadata.delete(key));
    return promise;
  }

  readonly attributesOf = (imageId: string): DataSet | undefined => this.#attributes.get(imageId);

  isRendered(imageId: string): boolean {
    return this.#rendered.has(imageId);
  }

  /** Loads an image rendered by the server. Its attributes then replace the file's. */
  readonly loadRendered = async (imageId: string): Promise<EncodedFrame> => {
    const { bytes, attributes } = await decodeRendered(
      await fetchRenderedFrame(imageId),
      this.#attributes.get(imageId) ?? {},
    );
    this.#attributes.set(imageId, attributes);
    this.#rendered.add(imageId);
    return { bytes, transferSyntax: renderedSyntax };
  };

  /** Fetches a frame as stored, or as rendered by the server if the browser's decoder may read it wrong. */
  readonly fetchFrame = async (imageId: string): Promise<EncodedFrame> => {
    try {
      const frame = this.#rendered.has(imageId) ? null : await fetchStoredFrame(imageId);
      const attributes = this.#attributes.get(imageId) ?? {};
      return frame !== null && isReadable(attributes, frame) ? frame : await this.loadRendered(imageId);
    } catch (error) {
      this.#handleMissing(error);
      throw error;
    }
  };

  /**
   * Reports the first missing frame only: a file may lack many frames, and one check of the exam's access is enough.
   */
  #handleMissing(error: unknown): void {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (!isMissing || !this.#hasMissed) this.handleRejection(error);
    this.#hasMissed ||= isMissing;
  }

  handleRejection(error: unknown): void {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) this.#onRefused();
  }

  #addressOf({ studyUid, seriesUid }: ViewerSeries) {
    return { examId: this.#examId, studyUid, seriesUid };
  }
}

/** Fetches a frame as stored; null for an infected exam, whose stored bytes never leave. */
async function fetchStoredFrame(imageId: string): Promise<EncodedFrame | null> {
  try {
    return await fetchFrame(imageId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'infected') return null;
    throw error;
  }
}
