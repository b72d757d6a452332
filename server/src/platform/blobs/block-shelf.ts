import { BufferShelf } from './buffer-shelf.ts';
import { blockFrames, sealedFrameBytes } from './container.ts';

const blockBytes = blockFrames * sealedFrameBytes;
// 12 MiB of idle buffers at most: with fresh memory for each reading a frame took a quarter longer on a busy processor.
const kept = { frames: 16, blocks: 8 };

/** Buffers for stored frames, one or a block of them, kept for the next reading. */
export class BlockShelf {
  readonly #frames = new BufferShelf(() => Buffer.allocUnsafeSlow(sealedFrameBytes), kept.frames);
  readonly #blocks = new BufferShelf(() => Buffer.allocUnsafeSlow(blockBytes), kept.blocks);

  /** A buffer of at least these bytes, a block at most, with whatever its last user left in it. */
  take(bytes: number): Buffer {
    return bytes <= sealedFrameBytes ? this.#frames.take() : this.#blocks.take();
  }

  give(buffer: Buffer): void {
    if (buffer.length === sealedFrameBytes) this.#frames.give(buffer);
    else this.#blocks.give(buffer);
  }
}
