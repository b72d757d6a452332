import { PortalError } from '@medcloud/contract/caller';
import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import type { DataSet } from './dicom-json.ts';
import { fetchFrame, fetchMetadata, fetchPainted, seriesBase } from './fetch-series.ts';
import type { EncodedFrame } from './frame-store.ts';
import { type Frame, framesOf } from './frames.ts';
import { readPainted } from './painted.ts';

/** What the portal tells of an exam's series, each asked for once; and what is told when it refuses. */
export class SeriesSource {
  readonly #examId: string;
  readonly #onRefused: () => void;
  readonly #facts = new Map<string, DataSet>();
  readonly #painted = new Set<string>();
  readonly #metadata = new Map<string, Promise<DataSet[]>>();

  constructor(examId: string, onRefused: () => void) {
    this.#examId = examId;
    this.#onRefused = onRefused;
  }

  async framesOf(series: SeriesToView): Promise<Frame[]> {
    const frames = framesOf(seriesBase(this.#addressOf(series)), await this.metadataOf(series));
    for (const { imageId, facts } of frames) this.#facts.set(imageId, facts);
    return frames;
  }

  metadataOf(series: SeriesToView): Promise<DataSet[]> {
    const address = this.#addressOf(series);
    const key = seriesBase(address);
    const known = this.#metadata.get(key);
    if (known) return known;
    const asked = fetchMetadata(address);
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
      this.noteRefusal(error);
      throw error;
    }
  };

  noteRefusal(error: unknown): void {
    if (error instanceof PortalError && [401, 403, 404].includes(error.status)) this.#onRefused();
  }

  #addressOf({ studyUid, seriesUid }: SeriesToView) {
    return { examId: this.#examId, studyUid, seriesUid };
  }
}
