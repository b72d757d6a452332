import type pg from 'pg';

/** A channel that is followed until it is closed. */
export interface Following {
  close(): Promise<void>;
}

const firstWaitMs = 100;
const longestWaitMs = 5_000;

/**
 * Follows one channel of NOTIFY on a connection of its own, and connects again with back-off (100 ms to 5 s) when the server
 * goes away; each loss is told to `onLost`, and nothing is thrown. `connect` gives a client that is connected already.
 */
export function follow(
  connect: () => Promise<pg.Client>,
  channel: string,
  onPayload: (payload: string) => void,
  onLost: (error: unknown) => void,
  /** From now on it hears all; what was said while it was lost it does not. */
  onListening: () => void = () => undefined,
): Following {
  let client: pg.Client | null = null;
  let closed = false;
  let waitMs = firstWaitMs;
  let timer: NodeJS.Timeout | null = null;

  const again = (error: unknown) => {
    if (closed) return;
    onLost(error);
    timer = setTimeout(() => {
      opening = open();
    }, waitMs);
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  };
  const open = async () => {
    let opened: pg.Client | null = null;
    let isOver = false;
    // both the failed LISTEN and the end of its connection come here: the first one counts
    const over = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      client = null;
      opened?.end().catch(() => undefined); // it is gone already, which is why we are here
      again(error);
    };
    try {
      opened = await connect();
      client = opened;
      opened.on('notification', ({ payload }) => onPayload(payload ?? ''));
      opened.once('end', () => over(new Error('The connection that listens was closed.')));
      await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
      waitMs = firstWaitMs;
      onListening();
    } catch (error) {
      over(error);
    }
  };
  let opening = open();
  return {
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await opening;
      await client?.end();
    },
  };
}
