import { connect, type Socket } from 'node:net';
import type { ScannerSettings } from '../../config/config.ts';
import { causeCode } from '../gateway-error.ts';
import { ScannerError } from './scanner-error.ts';

/** How long the scanner may take. */
export interface ClamdTiming {
  connectMs: number;
  /** To take the next chunk. */
  writeMs: number;
  /** To answer after the last byte. clamd itself stops after MaxScanTime, 2 minutes by default. */
  replyMs: number;
}

export const clamdTiming: Readonly<ClamdTiming> = { connectMs: 10_000, writeMs: 60_000, replyMs: 300_000 };

// A reply names the stream and one signature.
const maxReplyBytes = 4_096;

/** A connection to clamd. Commands and replies end in a zero byte (clamd(8), "COMMANDS"). */
export class ClamdConnection {
  readonly #socket: Socket;
  readonly #timing: ClamdTiming;
  #received = Buffer.alloc(0);
  #failure: Error | undefined;
  /** Resumes the call that waits for a reply or for the socket to take bytes. */
  #wake: () => void = () => undefined;

  private constructor(socket: Socket, timing: ClamdTiming) {
    this.#socket = socket;
    this.#timing = timing;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      if (this.#received.length > maxReplyBytes) socket.destroy(new Error('The reply is too long.'));
      this.#wake();
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('end', () => this.#fail(createClosedError()));
    socket.on('close', () => this.#fail(createClosedError()));
  }

  /** Connects. Rejects with `ScannerError` of phase `connect`. */
  static async open(settings: ScannerSettings, timing: ClamdTiming, signal: AbortSignal): Promise<ClamdConnection> {
    const socket = connect(settings);
    socket.setNoDelay(true);
    const opened = Promise.withResolvers<void>();
    const abort = () => socket.destroy(createTimeoutError());
    const timer = setTimeout(abort, timing.connectMs);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', opened.resolve).once('error', opened.reject);
    try {
      if (signal.aborted) abort();
      await opened.promise;
    } catch (error) {
      throw new ScannerError('connect', causeCode(error), { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.off('error', opened.reject);
    }
    return new ClamdConnection(socket, timing);
  }

  /** True once a reply has arrived that `readReply` has not returned. */
  get hasReply(): boolean {
    return this.#received.includes(0);
  }

  /**
   * Resolves when the operating system has taken the bytes, or a reply has arrived, which ends a stream early. Rejects
   * with `ScannerError` of phase `send`, also if the scanner replied and hung up: after a failed write, Node drops what it
   * has not read.
   */
  async write(...parts: readonly Uint8Array[]): Promise<void> {
    let pendingCount = parts.length;
    this.#socket.cork();
    for (const part of parts)
      this.#socket.write(part, () => {
        pendingCount -= 1;
        this.#wake();
      });
    this.#socket.uncork();
    await this.#waitUntil(() => pendingCount === 0 || this.hasReply, 'send', this.#timing.writeMs);
  }

  /** Returns the next reply without its zero byte. Rejects with `ScannerError` of phase `reply`. */
  async readReply(): Promise<string> {
    await this.#waitUntil(() => this.hasReply, 'reply', this.#timing.replyMs);
    const end = this.#received.indexOf(0);
    const reply = this.#received.toString('utf8', 0, end);
    this.#received = this.#received.subarray(end + 1);
    return reply;
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** A reply that arrived before the connection ended still counts, so the condition is checked first. */
  async #waitUntil(isReady: () => boolean, phase: 'send' | 'reply', timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.#fail(createTimeoutError()), timeoutMs);
    try {
      while (!isReady()) {
        if (this.#failure) throw new ScannerError(phase, causeCode(this.#failure), { cause: this.#failure });
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

const createTimeoutError = () => Object.assign(new Error('The virus scanner did not answer.'), { code: 'ETIMEDOUT' });
const createClosedError = () => Object.assign(new Error('The virus scanner hung up.'), { code: 'ECONNRESET' });
