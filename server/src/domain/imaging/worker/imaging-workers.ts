import { WorkerFault } from '../../../platform/workers/worker-fault.ts';
import { type RunOptions, WorkerPool } from '../../../platform/workers/worker-pool.ts';
import type { ScannedArchive } from '../../core/zip-upload-scanner.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { IndexedExam } from '../index/index-exam.ts';
import type { ManifestInstance } from '../index/manifest.ts';
import type { DecodedImage } from '../render/decode-image.ts';
import type { FramesToEncode } from '../render/encode-frames.ts';
import { RenderFault, type RenderFaultCode } from '../render/render-fault.ts';
import type { RenderRequest } from '../render/render-image.ts';
import type { ImagingResult, ImagingTask, Original } from './tasks.ts';

// Security 2.3: 120 s; and as much again for every 120 MB, since a busy machine reads a large exam slowly.
const minTimeoutMs = 120_000;
const msPerMegabyte = 1_000;
const renderTimeoutMs = 30_000;
// Security 2.3.
const heapMegabytes = 512;
const idleMs = 30_000;

const defaultEntry = new URL('./main.ts', import.meta.url);

export interface ImagingWorkersOptions {
  /** Threads at once; one leaves the other cores to requests. */
  readonly size?: number;
  /** Told once that a program which decodes or writes pictures cannot be loaded on this machine. */
  readonly onCodecMissing?: () => void;
  readonly entry?: URL;
  /** How many times longer than usual an order may take. */
  readonly timeFactor?: number;
}

/** The threads that read uploaded files. */
export class ImagingWorkers {
  readonly #pool: WorkerPool<ImagingTask, ImagingResult>;
  readonly #objectsFolder: string;
  readonly #timeFactor: number;
  #onCodecMissing: (() => void) | undefined;

  constructor(
    objectsFolder: string,
    { size = 1, onCodecMissing, entry = defaultEntry, timeFactor = 1 }: ImagingWorkersOptions = {},
  ) {
    this.#objectsFolder = objectsFolder;
    this.#timeFactor = timeFactor;
    this.#onCodecMissing = onCodecMissing;
    this.#pool = new WorkerPool({ entry, size, heapMegabytes, idleMs });
  }

  /** Reads an exam's original as `indexExam` does. Fails with `ImagingFault`, also where it takes too much; else with `WorkerFault`. */
  async index(
    original: Omit<Original, 'objectsFolder'>,
    sizeBytes: number,
    signal: AbortSignal,
    scannedArchive: ScannedArchive | null = null,
  ): Promise<IndexedExam> {
    const result = await this.#runTask(
      { kind: 'index', original: this.#withFolder(original), scannedArchive },
      sizeBytes,
      signal,
    );
    if (result.kind !== 'index') throw new Error('The imaging thread answered something else.');
    return result.indexed;
  }

  /** Decodes an exam's JPEG or PNG as `decodePicture` does. Fails with `ImagingFault`, also where it takes too much. */
  async decode(original: Omit<Original, 'objectsFolder'>, signal: AbortSignal): Promise<DecodedImage> {
    const task: ImagingTask = { kind: 'decode', original: this.#withFolder(original) };
    const result = await this.#runTask(task, 0, signal);
    if (result.kind === 'no-picture') throw this.#toRenderFault(result.fault);
    if (result.kind !== 'decode') throw new Error('The imaging thread answered something else.');
    return result.image;
  }

  /** Makes a picture of a frame as `makePicture` does. Fails with `RenderFault`; `unsupported` too where decoding took its thread along. */
  async render(
    original: Omit<Original, 'objectsFolder'>,
    renderRequest: RenderRequest,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const task: ImagingTask = { kind: 'picture', original: this.#withFolder(original), request: renderRequest };
    const timeoutMs = renderTimeoutMs * this.#timeFactor;
    const result = await this.#pool.run(task, { timeoutMs, ...(signal && { signal }) }).catch(throwRenderFault);
    if (result.kind === 'no-picture') throw this.#toRenderFault(result.fault);
    if (result.kind !== 'picture') throw new Error('The imaging thread answered something else.');
    return result.bytes;
  }

  /** Frames as HTJ2K as `encodeFrames` makes them. Fails with `RenderFault`; `unsupported` where the codec took its thread along. */
  async encode(
    original: Omit<Original, 'objectsFolder'>,
    frames: readonly FramesToEncode[],
    signal: AbortSignal,
  ): Promise<(Uint8Array | null)[]> {
    const task: ImagingTask = { kind: 'encode', original: this.#withFolder(original), frames };
    const timeoutMs = minTimeoutMs * this.#timeFactor;
    const result = await this.#pool.run(task, { timeoutMs, signal }).catch(throwRenderFault);
    if (result.kind === 'no-picture') throw this.#toRenderFault(result.fault);
    if (result.kind !== 'encode') throw new Error('The imaging thread answered something else.');
    return [...result.frames];
  }

  /** A long binary value of an instance as `readBulkData` finds it. Fails with `WorkerFault` where its file takes the thread along. */
  async readBulkData(
    original: Omit<Original, 'objectsFolder'>,
    instance: ManifestInstance,
    path: string,
  ): Promise<Uint8Array | null> {
    const task: ImagingTask = { kind: 'bulk', original: this.#withFolder(original), instance, path };
    const result = await this.#pool.run(task, { timeoutMs: renderTimeoutMs * this.#timeFactor });
    if (result.kind !== 'bulk') throw new Error('The imaging thread answered something else.');
    return result.bytes;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #toRenderFault(fault: RenderFaultCode): RenderFault {
    if (fault === 'missing') {
      this.#onCodecMissing?.();
      this.#onCodecMissing = undefined;
    }
    return new RenderFault(fault);
  }

  #withFolder(original: Omit<Original, 'objectsFolder'>): Original {
    return { ...original, objectsFolder: this.#objectsFolder };
  }

  async #runTask(task: ImagingTask, sizeBytes: number, signal: AbortSignal): Promise<ImagingResult> {
    const timeoutMs = (minTimeoutMs + (sizeBytes / 1_048_576) * msPerMegabyte) * this.#timeFactor;
    const result = await this.#pool.run(task, { timeoutMs, signal } satisfies RunOptions).catch(throwImagingFault);
    if (result.kind === 'refused') throw new ImagingFault(result.fault);
    return result;
  }
}

/** A decoder that failed, or went on and on, or took the thread with it, cannot decode this frame. */
function throwRenderFault(error: unknown): never {
  const isWorkerFault = error instanceof WorkerFault && error.code !== 'aborted';
  throw isWorkerFault ? new RenderFault('unsupported', { cause: error }) : error;
}

/** Too much time or memory is the file's fault, or the machine's at this hour. */
function throwImagingFault(error: unknown): never {
  const isOverLimit = error instanceof WorkerFault && (error.code === 'timeout' || error.code === 'memory');
  throw isOverLimit ? new ImagingFault('overran', { cause: error }) : error;
}
