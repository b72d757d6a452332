import { Readable, type Writable } from 'node:stream';

// One piece is 256 KiB, so that this asks for 6 KiB a second; a download that was cut goes on by Range. A connection of whom
// takes nothing is to be taken back within a minute (security 6, R11).
const maxStallMs = 45_000;
// Less than this is copied and waits for what follows, to leave with it.
const smallChunkBytes = 4_096;

/**
 * Gives a file's bytes to whoever reads them, each piece as it is: while one is taken the next is asked for, and the one behind that
 * only once it was, when its memory may be used again. Fails when the reader leaves, or takes nothing for 45 s: an open file is not held
 * for it. The file is closed whatever happens.
 */
export async function sendStream<Bytes extends AsyncIterable<Uint8Array | string>>(
  bytes: Bytes,
  transform: (bytes: Bytes) => AsyncIterable<Uint8Array | string>,
  destination: Writable,
  stallMs = maxStallMs,
): Promise<void> {
  const close = () => closeSource(bytes);
  const timer = setTimeout(() => destination.destroy(), stallMs);
  // also where we ourselves wait for the file, and where the reader left before the first byte
  destination.once('close', close);
  // told by what is awaited here
  destination.on('error', () => undefined);
  if (destination.destroyed) close();
  try {
    let pendingWrite: Promise<void> | undefined;
    for await (const chunk of transform(bytes)) {
      await pendingWrite;
      timer.refresh();
      pendingWrite = writeChunk(destination, chunk);
      pendingWrite.catch(() => undefined);
    }
    // the end goes with the last piece: who has that may leave
    await Promise.all([pendingWrite, finishWritable(destination)]);
  } catch (error) {
    destination.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    destination.off('close', close);
    close();
  }
}

function closeSource(bytes: AsyncIterable<unknown>): void {
  if (bytes instanceof Readable) {
    bytes.destroy();
    return;
  }
  // what it fails with now, nobody waits for: the reader has all of it, or has left
  const settleOnce = bytes[Symbol.asyncIterator]().return?.();
  settleOnce?.catch(() => undefined);
}

async function writeChunk(destination: Writable, chunk: Uint8Array | string): Promise<void> {
  if (destination.destroyed) throw new Error('The reader left');
  if (chunk.length >= smallChunkBytes) return await writeAndWait(destination, chunk);
  // of an answer whose last piece this was, no drain is told any more
  if (!destination.write(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk)))
    await waitForEvent(destination, 'drain', 'finish');
}

/** Writes, until the system has taken all of it. */
function writeAndWait(destination: Writable, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('The reader left'));
    destination.once('close', onClose);
    destination.write(chunk, (error) => {
      destination.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function finishWritable(destination: Writable): Promise<void> {
  if (destination.destroyed) throw new Error('The reader left');
  const finish = waitForEvent(destination, 'finish');
  destination.end();
  await finish;
}

/** Resolves with the first of the events; fails where the reader leaves before. */
function waitForEvent(destination: Writable, ...events: ('drain' | 'finish')[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const settleOnce = (settle: () => void) => {
      for (const event of events) destination.off(event, onEvent);
      destination.off('close', onClose);
      settle();
    };
    const onEvent = () => settleOnce(resolve);
    const onClose = () => settleOnce(() => reject(new Error('The reader left')));
    for (const event of events) destination.once(event, onEvent);
    destination.once('close', onClose);
  });
}
