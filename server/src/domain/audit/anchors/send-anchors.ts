import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { parseCheckpoint } from '../chain/checkpoint.ts';
import { appendReceipt } from '../chain/checkpoint-file.ts';
import { findLastCheckpoint } from '../chain/store.ts';
import type { AnchorWatch } from './anchor-watch.ts';
import type { AnchorPlace } from './places.ts';
import { type AnchorState, listAnchorStates, saveFailure, saveSent } from './store.ts';

type AnchorContext = Pick<AppContext, 'db' | 'clock' | 'settings'>;

const limitMs = 30_000;

/** Creates the task that sends anchors. It sends none before every place was read. */
export function createAnchorSender(
  context: AnchorContext,
  { places, watch }: { places: readonly AnchorPlace[]; watch: Pick<AnchorWatch, 'read'> },
): () => Promise<void> {
  return async () => {
    const { unread } = await watch.read();
    if (unread.length === 0) await sendAnchors(context, places);
  };
}

/**
 * Sends the last checkpoint to each place that lacks it and whose interval is over. A place that does not answer delays
 * no other: it gets the then last checkpoint at the next run. Returns the errors by place, for the log.
 */
export async function sendAnchors(
  context: AnchorContext,
  places: readonly AnchorPlace[],
): Promise<{ place: string; error: unknown }[]> {
  if (places.length === 0) return [];
  const { last, states } = await context.db.within(chainScope(), async (tx) => ({
    last: await findLastCheckpoint(tx),
    states: await listAnchorStates(tx),
  }));
  const checkpoint = last && parseCheckpoint(last.line);
  if (last === null || checkpoint === null) return [];
  const stateOf = ({ name }: AnchorPlace) => states.find(({ place }) => place === name);
  const due = places.filter((place) => isDue(context, place, stateOf(place), checkpoint.number));
  const errors = await Promise.all(
    due.map(async (place) => {
      try {
        const receipt = await place.keep(checkpoint, last.line, AbortSignal.timeout(limitMs));
        if (receipt !== null) for (const folder of context.settings.auditFolders) await appendReceipt(folder, receipt);
        await context.db.within(chainScope(), (tx) => saveSent(tx, place.name, checkpoint));
        return null;
      } catch (error) {
        await context.db.within(chainScope(), (tx) => saveFailure(tx, place.name));
        return { place: place.name, error };
      }
    }),
  );
  return errors.filter((error) => error !== null);
}

function isDue({ clock }: AnchorContext, place: AnchorPlace, state: AnchorState | undefined, number: number): boolean {
  if (!state?.sentAt) return true;
  return state.number !== number && clock.now().getTime() - state.sentAt.getTime() >= place.everyMs;
}
