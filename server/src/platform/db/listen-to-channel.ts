import type pg from 'pg';

/** A listener on a channel until it is closed. */
export interface ChannelListener {
  close(): Promise<void>;
}

const firstWaitMs = 100;
const maxWaitMs = 5_000;

/**
 * Listens to one NOTIFY channel on its own connection. Reconnects with back-off (100 ms to 5 s) when the connection is
 * lost. Calls `onLost` for each loss and never throws. `connect` returns a connected client.
 */
export function listenToChannel(
  connect: () => Promise<pg.Client>,
  channel: string,
  onPayload: (payload: string) => void,
  onLost: (error: unknown) => void,
  /** Called once it receives all notifications. Those sent while the connection was lost are missed. */
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
    // A failed LISTEN and the end of its connection both call this. Only the first call counts.
    const handleLoss = (error: unknown) => {
      if (isLost) return;
      isLost = true;
      client = null;
      opened?.end().catch(() => undefined); // the connection is already lost
      reconnect(error);
    };
    try {
      opened = await connect();
      client = opened;
      opened.on('notification', ({ payload }) => onPayload(payload ?? ''));
      opened.once('end', () => handleLoss(new Error('The listening connection was closed.')));
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
