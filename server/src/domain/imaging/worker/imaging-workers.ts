import { WorkerFault } from '../../../platform/workers/worker-fault.ts';
import { type RunOptions, WorkerPool } from '../../../platform/workers/worker-pool.ts';
import type { ScannedArchive } from '../../exams/receive/zip-upload-scanner.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { IndexedExam } from '../index/index-exam.ts';
import type { ManifestInstance } from '../index/manifest.ts';
import type { DecodedImage } from '../render/decode-image.ts';
import type { FramesToEncode } from '../render/encode/encode-frames.ts';
import { refusedSyntax } from '../render/refused-form.ts';
import { type RefusedForm, RenderFault } from '../render/render-fault.ts';
import type { RenderRequest } from '../render/render-image.ts';
import type { ExplicitHead } from '../transcode/explicit-head.ts';
import type { ImagingResult, ImagingTask, Original } from './tasks.ts';

// Security 2.3: 120 s, and the same again for every 120 MB, because a busy machine reads a large exam slowly.
const minTimeoutMs = 120_000;
const msPerMegabyte = 1_000;
const renderTimeoutMs = 30_000;
// Security 2.3.
const heapMegabytes = 512;
const idleMs = 30_000;

// Beyond these, requests wait rather than take memory: a worker needs some 28 MB.
const maxRenderWorkers = 8;
const maxIdleRenderWorkers = 2;

/** Returns how many workers render images for requests on a machine with so many cores. */
export function getRenderPoolSize(cores: number): { size: number; minIdle: number } {
  const size = Math.min(cores, maxRenderWorkers);
  return { size, minIdle: Math.min(size, maxIdleRenderWorkers) };
}

const defaultEntry = new URL('./main.ts', import.meta.url);

export interface ImagingWorkersOptions {
  /** Maximum number of workers. */
  readonly size?: number;
  /** So many idle workers stay, with their modules loaded. */
  readonly minIdle?: number;
  /** Called once if a module that decodes or encodes images cannot be loaded on this machine. */
  readonly onCodecMissing?: () => void;
  /** Called with the form of each image that cannot be decoded. */
  readonly onRefused?: (form: RefusedForm) => void;
  readonly entry?: URL;
  /** Multiplies the time limits of tasks. */
  readonly timeFactor?: number;
}

/** Worker threads that parse uploaded files and render their images. */
export class ImagingWorkers {
  readonly #pool: WorkerPool<ImagingTask, ImagingResult>;
  readonly #objectsFolder: string;
  readonly #timeFactor: number;
  readonly #minIdle: number;
  readonly #onRefused: ((form: RefusedForm) => void) | undefined;
  #onCodecMissing: (() => void) | undefined;

  constructor(
    objectsFolder: string,
    {
      size = 1,
      minIdle = 0,
      onCodecMissing,
      onRefused,
      entry = defaultEntry,
      timeFactor = 1,
    }: ImagingWorkersOptions = {},
  ) {
    this.#objectsFolder = objectsFolder;
    this.#timeFactor = timeFactor;
    this.#onCodecMissing = onCodecMissing;
    this.#onRefused = onRefused;
    this.#minIdle = minIdle;
    this.#pool = new WorkerPool({ entry, size, heapMegabytes, idleMs, minIdle });
  }

  /** Starts the workers that stay and loads their modules, so that the first image does not wait for it. */
  async warmUp(): Promise<void> {
    const timeoutMs = renderTimeoutMs * this.#timeFactor;
    const started = Array.from({ length: this.#minIdle }, () => this.#pool.run({ kind: 'warm-up' }, { timeoutMs }));
    // a missing module is reported by the first image that needs it
    await Promise.allSettled(started);
  }

  /**
   * Reads an exam's original as `indexExam` does. Rejects with `ImagingFault`, also over its time or memory limit, else
   * with `WorkerFault`.
   */
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
    if (result.kind !== 'index') throw new Error('The imaging worker returned an unexpected result.');
    return result.indexed;
  }

  /**
   * Decodes an exam's JPEG or PNG as `decodeImage` does. Rejects with `ImagingFault`, also over its time or memory
   * limit.
   */
  async decode(original: Omit<Original, 'objectsFolder'>, signal: AbortSignal): Promise<DecodedImage> {
    const task: ImagingTask = { kind: 'decode', original: this.#withFolder(original) };
    const result = await this.#runTask(task, 0, signal);
    if (result.kind === 'render-fault') throw this.#toRenderFault(result);
    if (result.kind !== 'decode') throw new Error('The imaging worker returned an unexpected result.');
    return result.image;
  }

  /** Calls `work`, and `onRefused` with the form of an image that cannot be decoded. */
  async #reportRefused<Result>({ transferSyntax }: ManifestInstance, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RenderFault && error.code === 'unsupported')
        this.#onRefused?.(error.form ?? refusedSyntax(transferSyntax));
      throw error;
    }
  }

  /**
   * Renders a frame as `renderImage` does. Rejects with `RenderFault`; with `unsupported` also if decoding crashed its
   * worker.
   */
  async render(
    original: Omit<Original, 'objectsFolder'>,
    renderRequest: RenderRequest,
    options: Pick<RunOptions, 'signal' | 'waitingSignal' | 'group'> = {},
  ): Promise<Uint8Array> {
    const task: ImagingTask = { kind: 'render', original: this.#withFolder(original), request: renderRequest };
    const timeoutMs = renderTimeoutMs * this.#timeFactor;
    return await this.#reportRefused(renderRequest.instance, async () => {
      const result = await this.#pool.run(task, { timeoutMs, ...options }).catch(throwRenderFault);
      if (result.kind === 'render-fault') throw this.#toRenderFault(result);
      if (result.kind !== 'render') throw new Error('The imaging worker returned an unexpected result.');
      return result.bytes;
    });
  }

  /**
   * Encodes the head of an instance as `encodeExplicitHead` does. Rejects with `RenderFault`; with `unsupported` also if
   * the file crashed its worker.
   */
  async encodeExplicitHead(
    original: Omit<Original, 'objectsFolder'>,
    instance: ManifestInstance,
    options: Pick<RunOptions, 'waitingSignal' | 'group'> = {},
  ): Promise<ExplicitHead> {
    const task: ImagingTask = { kind: 'explicit-head', original: this.#withFolder(original), instance };
    const timeoutMs = renderTimeoutMs * this.#timeFactor;
    return await this.#reportRefused(instance, async () => {
      const result = await this.#pool.run(task, { timeoutMs, ...options }).catch(throwRenderFault);
      if (result.kind === 'render-fault') throw this.#toRenderFault(result);
      if (result.kind !== 'explicit-head') throw new Error('The imaging worker returned an unexpected result.');
      return result.head;
    });
  }

  /**
   * Encodes frames as HTJ2K as `encodeFrames` does. Rejects with `RenderFault`; with `unsupported` if the codec crashed
   * its worker.
   */
  async encode(
    original: Omit<Original, 'objectsFolder'>,
    frames: readonly FramesToEncode[],
    signal: AbortSignal,
  ): Promise<(Uint8Array | null)[]> {
    const task: ImagingTask = { kind: 'encode', original: this.#withFolder(original), frames };
    const timeoutMs = minTimeoutMs * this.#timeFactor;
    const result = await this.#pool.run(task, { timeoutMs, signal }).catch(throwRenderFault);
    if (result.kind === 'render-fault') throw this.#toRenderFault(result);
    if (result.kind !== 'encode') throw new Error('The imaging worker returned an unexpected result.');
    return [...result.frames];
  }

  /**
   * Reads a long binary value of an instance as `readBulkData` does. Rejects with `WorkerFault` if its file crashes the
   * worker.
   */
  async readBulkData(
    original: Omit<Original, 'objectsFolder'>,
    instance: ManifestInstance,
    path: string,
  ): Promise<Uint8Array | null> {
    const task: ImagingTask = { kind: 'bulk', original: this.#withFolder(original), instance, path };
    const result = await this.#pool.run(task, { timeoutMs: renderTimeoutMs * this.#timeFactor });
    if (result.kind !== 'bulk') throw new Error('The imaging worker returned an unexpected result.');
    return result.bytes;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #toRenderFault({ fault, form }: ImagingResult & { kind: 'render-fault' }): RenderFault {
    if (fault === 'missing') {
      this.#onCodecMissing?.();
      this.#onCodecMissing = undefined;
    }
    return new RenderFault(fault, { form });
  }

  #withFolder(original: Omit<Original, 'objectsFolder'>): Original {
    return { ...original, objectsFolder: this.#objectsFolder };
  }

  async #runTask(task: ImagingTask, sizeBytes: number, signal: AbortSignal): Promise<ImagingResult> {
    const timeoutMs = (minTimeoutMs + (sizeBytes / 1_048_576) * msPerMegabyte) * this.#timeFactor;
    const result = await this.#pool.run(task, { timeoutMs, signal } satisfies RunOptions).catch(throwImagingFault);
    if (result.kind === 'imaging-fault') throw new ImagingFault(result.fault);
    return result;
  }
}

/** A decoder that fails, exceeds its time, or crashes its worker cannot decode this frame. */
function throwRenderFault(error: unknown): never {
  const isWorkerFault = error instanceof WorkerFault && error.code !== 'aborted';
  throw isWorkerFault ? new RenderFault('unsupported', { cause: error }) : error;
}

/** Exceeding the time or memory limit is the file's fault, or that of a busy machine. */
function throwImagingFault(error: unknown): never {
  const isOverLimit = error instanceof WorkerFault && (error.code === 'timeout' || error.code === 'memory');
  throw isOverLimit ? new ImagingFault('overran', { cause: error }) : error;
}
