import { ApiError } from '@medcloud/contract/api-client';
import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import type { DataSet } from '@medcloud/dicom/json';
import { isReadable } from '../stack/is-readable.ts';
import { decodeRendered, renderedSyntax } from '../stack/rendered-image.ts';
import { examOf, fetchFrame, fetchMetadata, fetchRenderedFrame, seriesBase } from './fetch-series.ts';
import type { EncodedFrame } from './frame-store.ts';
import { type Frame, framesOf } from './frames.ts';

/** A series with its exam: panes can show exams beside each other. */
export interface PaneSeries extends ViewerSeries {
  readonly examId: string;
}

/** A series whose metadata were requested ahead. */
export interface PrefetchedSeries {
  readonly series: PaneSeries;
  readonly metadata: Promise<DataSet[]>;
}

interface SourceOptions {
  readonly onRefused: (examId: string) => void;
  readonly prefetched: PrefetchedSeries | undefined;
}

/** Loads exams' series and frames from the server, each series' metadata once. Reports rejected requests. */
export class SeriesSource {
  readonly #onRefused: (examId: string) => void;
  readonly #attributes = new Map<string, DataSet>();
  readonly #rendered = new Set<string>();
  readonly #metadata = new Map<string, Promise<DataSet[]>>();
  readonly #missing = new Set<string>();

  constructor({ onRefused, prefetched }: SourceOptions) {
    this.#onRefused = onRefused;
    if (prefetched) this.#cache(seriesBase(prefetched.series), prefetched.metadata);
  }

  async framesOf(series: PaneSeries): Promise<Frame[]> {
    const frames = framesOf(seriesBase(series), await this.metadataOf(series), series.frames);
    for (const { imageId, attributes } of frames)
      if (!this.#rendered.has(imageId)) this.#attributes.set(imageId, attributes);
    return frames;
  }

  metadataOf(series: PaneSeries): Promise<DataSet[]> {
    const key = seriesBase(series);
    const cached = this.#metadata.get(key);
    if (cached) return cached;
    return this.#cache(key, fetchMetadata(series));
  }

  /** Caches the promise. A rejected one is removed, so the next call fetches again. */
  #cache(key: string, promise: Promise<DataSet[]>): Promise<DataSet[]> {
    this.#metadata.set(key, promise);
    promise.catch(() => this.#metadata.delete(key));
    return promise;
  }

  readonly attributesOf = (imageId: string): DataSet | undefined => this.#attributes.get(imageId);

  readonly isRendered = (imageId: string): boolean => this.#rendered.has(imageId);

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
      this.#handleMissing(error, examOf(imageId));
      throw error;
    }
  };

  /**
   * Reports the first missing frame of an exam only: a file may lack many frames, and one check of the exam's access is
   * enough.
   */
  #handleMissing(error: unknown, examId: string): void {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (!isMissing || !this.#missing.has(examId)) this.handleRejection(error, examId);
    if (isMissing) this.#missing.add(examId);
  }

  handleRejection(error: unknown, examId: string): void {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) this.#onRefused(examId);
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
