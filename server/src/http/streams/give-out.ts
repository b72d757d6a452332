import { Readable, type Writable } from 'node:stream';

// One piece is 256 KiB, so that this asks for 6 KiB a second; a download that was cut goes on by Range. A connection of whom
// takes nothing is to be taken back within a minute (security 6, R11).
const longestStallMs = 45_000;
// Less than this is copied and waits for what follows, to leave with it.
const smallBytes = 4_096;

/**
 * Gives a file's bytes to whoever reads them, each piece as it is: while one is taken the next is asked for, and the one behind that
 * only once it was, when its memory may be used again. Fails when the reader leaves, or takes nothing for 45 s: an open file is not held
 * for it. The file is closed whatever happens.
 */
export async function giveOut<Bytes extends AsyncIterable<Uint8Array | string>>(
  bytes: Bytes,
  checked: (bytes: Bytes) => AsyncIterable<Uint8Array | string>,
  reader: Writable,
  stallMs = longestStallMs,
): Promise<void> {
  const close = () => end(bytes);
  const timer = setTimeout(() => reader.destroy(), stallMs);
  // also where we ourselves wait for the file, and where the reader left before the first byte
  reader.once('close', close);
  // told by what is awaited here
  reader.on('error', () => undefined);
  if (reader.destroyed) close();
  try {
    let leaving: Promise<void> | undefined;
    for await (const piece of checked(bytes)) {
      await leaving;
      timer.refresh();
      leaving = taken(reader, piece);
      leaving.catch(() => undefined);
    }
    // the end goes with the last piece: who has that may leave
    await Promise.all([leaving, finished(reader)]);
  } catch (error) {
    reader.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    reader.off('close', close);
    close();
  }
}

function end(bytes: AsyncIterable<unknown>): void {
  if (bytes instanceof Readable) {
    bytes.destroy();
    return;
  }
  // what it fails with now, nobody waits for: the reader has all of it, or has left
  const over = bytes[Symbol.asyncIterator]().return?.();
  over?.catch(() => undefined);
}

async function taken(reader: Writable, piece: Uint8Array | string): Promise<void> {
  if (reader.destroyed) throw new Error('The reader left');
  if (piece.length >= smallBytes) return await written(reader, piece);
  // of an answer whose last piece this was, no drain is told any more
  if (!reader.write(typeof piece === 'string' ? piece : Uint8Array.from(piece))) await until(reader, 'drain', 'finish');
}

/** Writes, until the system has taken all of it. */
function written(reader: Writable, piece: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('The reader left'));
    reader.once('close', leave);
    reader.write(piece, (error) => {
      reader.off('close', leave);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function finished(reader: Writable): Promise<void> {
  if (reader.destroyed) throw new Error('The reader left');
  const finishing = until(reader, 'finish');
  reader.end();
  await finishing;
}

/** Resolves with the first of the events; fails where the reader leaves before. */
function until(reader: Writable, ...events: ('drain' | 'finish')[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = (settle: () => void) => {
      for (const event of events) reader.off(event, come);
      reader.off('close', leave);
      settle();
    };
    const come = () => over(resolve);
    const leave = () => over(() => reject(new Error('The reader left')));
    for (const event of events) reader.once(event, come);
    reader.once('close', leave);
  });
}
