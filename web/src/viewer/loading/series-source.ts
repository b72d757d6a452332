import { PortalError } from '@medcloud/contract/caller';
import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import type { DataSet } from '../dicom-json.ts';
import { readPainted } from '../stack/painted.ts';
import { fetchFrame, fetchMetadata, fetchPainted, seriesBase } from './fetch-series.ts';
import type { EncodedFrame } from './frame-store.ts';
import { type Frame, framesOf } from './frames.ts';

/** A series whose metadata were asked for before. */
export interface SeriesAhead {
  readonly series: SeriesToView;
  readonly metadata: Promise<DataSet[]>;
}

interface SourceOptions {
  readonly examId: string;
  readonly onRefused: () => void;
  readonly ahead: SeriesAhead | undefined;
}

/** What the portal tells of an exam's series, each asked for once; and what is told when it refuses. */
export class SeriesSource {
  readonly #examId: string;
  readonly #onRefused: () => void;
  readonly #facts = new Map<string, DataSet>();
  readonly #painted = new Set<string>();
  readonly #metadata = new Map<string, Promise<DataSet[]>>();
  #hasMissed = false;

  constructor({ examId, onRefused, ahead }: SourceOptions) {
    this.#examId = examId;
    this.#onRefused = onRefused;
    if (ahead) this.#keep(seriesBase(this.#addressOf(ahead.series)), ahead.metadata);
  }

  async framesOf(series: SeriesToView): Promise<Frame[]> {
    const frames = framesOf(seriesBase(this.#addressOf(series)), await this.metadataOf(series), series.frames);
    for (const { imageId, facts } of frames) this.#facts.set(imageId, facts);
    return frames;
  }

  metadataOf(series: SeriesToView): Promise<DataSet[]> {
    const address = this.#addressOf(series);
    const key = seriesBase(address);
    const known = this.#metadata.get(key);
    if (known) return known;
    return this.#keep(key, fetchMetadata(address));
  }

  /** Until it fails: then it may be asked for again. */
  #keep(key: string, asked: Promise<DataSet[]>): Promise<DataSet[]> {
    this.#metadata.set(key, asked);
    asked.catch(() => this.#metadata.delete(key));
    return asked;
  }

  readonly factsOf = (imageId: string): DataSet | undefined => this.#facts.get(imageId);

  isPainted(imageId: string): boolean {
    return this.#painted.has(imageId);
  }

  readonly paint = async (imageId: string): Promise<Uint8Array> => {
    const { bytes, facts } = await readPainted(await fetchPainted(imageId), this.#facts.get(imageId) ?? {});
    this.#facts.set(imageId, facts);
    this.#painted.add(imageId);
    return bytes;
  };

  readonly fetchFrame = async (imageId: string): Promise<EncodedFrame> => {
    try {
      return await fetchFrame(imageId);
    } catch (error) {
      this.#noteMissing(error);
      throw error;
    }
  };

  /** Of all the frames that a file names and does not hold, one is reason enough to ask whether the exam is still open. */
  #noteMissing(error: unknown): void {
    const isMissing = error instanceof PortalError && error.status === 404;
    if (!isMissing || !this.#hasMissed) this.noteRefusal(error);
    this.#hasMissed ||= isMissing;
  }

  noteRefusal(error: unknown): void {
    if (error instanceof PortalError && [401, 403, 404].includes(error.status)) this.#onRefused();
  }

  #addressOf({ studyUid, seriesUid }: SeriesToView) {
    return { examId: this.#examId, studyUid, seriesUid };
  }
}
