import type pg from 'pg';

/** A channel that is followed until it is closed. */
export interface ChannelListener {
  close(): Promise<void>;
}

const firstWaitMs = 100;
const maxWaitMs = 5_000;

/**
 * Follows one channel of NOTIFY on a connection of its own, and connects again with back-off (100 ms to 5 s) when the server
 * goes away; each loss is told to `onLost`, and nothing is thrown. `connect` gives a client that is connected already.
 */
export function listenToChannel(
  connect: () => Promise<pg.Client>,
  channel: string,
  onPayload: (payload: string) => void,
  onLost: (error: unknown) => void,
  /** From now on it hears all; what was said while it was lost it does not. */
  onListening: () => void = () => undefined,
): ChannelListener {
  let client: pg.Client | null = null;
  let isClosed = false;
  let waitMs = firstWaitMs;
  let timer: NodeJS.Timeout | null = null;

  const reconnect = (error: unknown) => {
    if (isClosed) return;
    onLost(error);
    timer = setTimeout(() => {
      opening = open();
    }, waitMs);
    waitMs = Math.min(maxWaitMs, waitMs * 2);
  };
  const open = async () => {
    let opened: pg.Client | null = null;
    let isLost = false;
    // both the failed LISTEN and the end of its connection come here: the first one counts
    const handleLoss = (error: unknown) => {
      if (isLost) return;
      isLost = true;
      client = null;
      opened?.end().catch(() => undefined); // it is gone already, which is why we are here
      reconnect(error);
    };
    try {
      opened = await connect();
      client = opened;
      opened.on('notification', ({ payload }) => onPayload(payload ?? ''));
      opened.once('end', () => handleLoss(new Error('The connection that listens was closed.')));
      await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
      waitMs = firstWaitMs;
      onListening();
    } catch (error) {
      handleLoss(error);
    }
  };
  let opening = open();
  return {
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await opening;
      await client?.end();
    },
  };
}
