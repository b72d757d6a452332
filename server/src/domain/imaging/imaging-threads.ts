import { ThreadFault } from '../../platform/workers/thread-fault.ts';
import { type RunOptions, ThreadPool } from '../../platform/workers/thread-pool.ts';
import type { ArchiveSeen } from '../portal/arrivals.ts';
import { ImagingFault } from './imaging-fault.ts';
import type { IndexedExam } from './indexing/index-exam.ts';
import type { ManifestInstance } from './manifest.ts';
import type { CleanPicture } from './pictures/decode-picture.ts';
import type { FramesAsked } from './pictures/encode-frames.ts';
import type { PictureAsked } from './pictures/make-picture.ts';
import { PictureFault, type PictureFaultCode } from './pictures/picture-fault.ts';
import type { ImagingAnswer, ImagingOrder, Original } from './thread/orders.ts';

// Security 2.3: 120 s; and as much again for every 120 MB, since a busy machine reads a large exam slowly.
const leastMs = 120_000;
const millisecondsAMegabyte = 1_000;
const pictureMs = 30_000;
// Security 2.3.
const heapMegabytes = 512;
const idleMs = 30_000;

const usualEntry = new URL('./thread/main.ts', import.meta.url);

export interface ImagingThreadsOptions {
  /** Threads at once; one leaves the other cores to requests. */
  readonly size?: number;
  /** Told once that a program which decodes or writes pictures cannot be loaded on this machine. */
  readonly onCodecMissing?: () => void;
  readonly entry?: URL;
  /** How many times longer than usual an order may take. */
  readonly timeFactor?: number;
}

/** The threads that read uploaded files. */
export class ImagingThreads {
  readonly #pool: ThreadPool<ImagingOrder, ImagingAnswer>;
  readonly #objectsFolder: string;
  readonly #timeFactor: number;
  #tellMissing: (() => void) | undefined;

  constructor(
    objectsFolder: string,
    { size = 1, onCodecMissing, entry = usualEntry, timeFactor = 1 }: ImagingThreadsOptions = {},
  ) {
    this.#objectsFolder = objectsFolder;
    this.#timeFactor = timeFactor;
    this.#tellMissing = onCodecMissing;
    this.#pool = new ThreadPool({ entry, size, heapMegabytes, idleMs });
  }

  /** Reads an exam's original as `indexExam` does. Fails with `ImagingFault`, also where it takes too much; else with `ThreadFault`. */
  async index(
    original: Omit<Original, 'objectsFolder'>,
    sizeBytes: number,
    signal: AbortSignal,
    seen: ArchiveSeen | null = null,
  ): Promise<IndexedExam> {
    const answer = await this.#ask({ act: 'index', original: this.#located(original), seen }, sizeBytes, signal);
    if (answer.act !== 'index') throw new Error('The imaging thread answered something else.');
    return answer.indexed;
  }

  /** Decodes an exam's JPEG or PNG as `decodePicture` does. Fails with `ImagingFault`, also where it takes too much. */
  async decode(original: Omit<Original, 'objectsFolder'>, signal: AbortSignal): Promise<CleanPicture> {
    const order: ImagingOrder = { act: 'decode', original: this.#located(original) };
    const answer = await this.#ask(order, 0, signal);
    if (answer.act === 'no-picture') throw this.#refusal(answer.fault);
    if (answer.act !== 'decode') throw new Error('The imaging thread answered something else.');
    return answer.picture;
  }

  /** Makes a picture of a frame as `makePicture` does. Fails with `PictureFault`; `unsupported` too where decoding took its thread along. */
  async picture(
    original: Omit<Original, 'objectsFolder'>,
    asked: PictureAsked,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const order: ImagingOrder = { act: 'picture', original: this.#located(original), asked };
    const timeoutMs = pictureMs * this.#timeFactor;
    const answer = await this.#pool.run(order, { timeoutMs, ...(signal && { signal }) }).catch(fatalPicture);
    if (answer.act === 'no-picture') throw this.#refusal(answer.fault);
    if (answer.act !== 'picture') throw new Error('The imaging thread answered something else.');
    return answer.bytes;
  }

  /** Frames as HTJ2K as `encodeFrames` makes them. Fails with `PictureFault`; `unsupported` where the codec took its thread along. */
  async encode(
    original: Omit<Original, 'objectsFolder'>,
    frames: readonly FramesAsked[],
    signal: AbortSignal,
  ): Promise<(Uint8Array | null)[]> {
    const order: ImagingOrder = { act: 'encode', original: this.#located(original), frames };
    const timeoutMs = leastMs * this.#timeFactor;
    const answer = await this.#pool.run(order, { timeoutMs, signal }).catch(fatalPicture);
    if (answer.act === 'no-picture') throw this.#refusal(answer.fault);
    if (answer.act !== 'encode') throw new Error('The imaging thread answered something else.');
    return [...answer.frames];
  }

  /** A long binary value of an instance as `readBulkData` finds it. Fails with `ThreadFault` where its file takes the thread along. */
  async bulkData(
    original: Omit<Original, 'objectsFolder'>,
    instance: ManifestInstance,
    path: string,
  ): Promise<Uint8Array | null> {
    const order: ImagingOrder = { act: 'bulk', original: this.#located(original), instance, path };
    const answer = await this.#pool.run(order, { timeoutMs: pictureMs * this.#timeFactor });
    if (answer.act !== 'bulk') throw new Error('The imaging thread answered something else.');
    return answer.bytes;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #refusal(fault: PictureFaultCode): PictureFault {
    if (fault === 'missing') {
      this.#tellMissing?.();
      this.#tellMissing = undefined;
    }
    return new PictureFault(fault);
  }

  #located(original: Omit<Original, 'objectsFolder'>): Original {
    return { ...original, objectsFolder: this.#objectsFolder };
  }

  async #ask(order: ImagingOrder, sizeBytes: number, signal: AbortSignal): Promise<ImagingAnswer> {
    const timeoutMs = (leastMs + (sizeBytes / 1_048_576) * millisecondsAMegabyte) * this.#timeFactor;
    const answer = await this.#pool.run(order, { timeoutMs, signal } satisfies RunOptions).catch(overran);
    if (answer.act === 'refused') throw new ImagingFault(answer.fault);
    return answer;
  }
}

/** A decoder that failed, or went on and on, or took the thread with it, cannot decode this frame. */
function fatalPicture(error: unknown): never {
  const isOurs = error instanceof ThreadFault && error.code !== 'aborted';
  throw isOurs ? new PictureFault('unsupported', { cause: error }) : error;
}

/** Too much time or memory is the file's fault, or the machine's at this hour. */
function overran(error: unknown): never {
  const isTooMuch = error instanceof ThreadFault && (error.code === 'timeout' || error.code === 'memory');
  throw isTooMuch ? new ImagingFault('overran', { cause: error }) : error;
}
