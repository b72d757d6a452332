import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { ChainKeys } from './chain-keys.ts';
import { genesisHash, hashRecord, macRecord } from './record-hash.ts';
import { type ChainHead, type ChainLink, findHead, insertLinks, isChainWriter, listUnchained } from './store.ts';

type ChainContext = Pick<AppContext, 'db' | 'reachFaultPoint'>;

// A backlog, as after an update, is worked off in transactions of some tens of milliseconds.
export const maxBatchSize = 500;

/**
 * Seals the oldest events that wait, one batch: each gets the chain's next number, and a hash of all it says and of the
 * record before it. Answers how many it sealed; none while another node seals. An event that a rolled-back transaction
 * wrote waits for nothing, and one whose row is gone is crossed off with it and sealed as absent.
 */
export async function chainBatch(
  context: ChainContext,
  keys: ChainKeys,
  maxEvents: number = maxBatchSize,
): Promise<number> {
  return await context.db.within(chainScope(), async (tx) => {
    if (!(await isChainWriter(tx))) return 0;
    const unchained = await listUnchained(tx, maxEvents);
    if (unchained.length === 0) return 0;
    const links = createLinks(await findHead(tx), unchained, keys);
    await insertLinks(tx, links);
    context.reachFaultPoint('audit-sealing');
    return links.length;
  });
}

function createLinks(
  head: ChainHead | null,
  unchained: Awaited<ReturnType<typeof listUnchained>>,
  keys: ChainKeys,
): ChainLink[] {
  let { seq, hash: prev } = head ?? { seq: 0, hash: genesisHash };
  return unchained.map(({ eventId, event }) => {
    seq += 1;
    // an event that was removed before its second was over: its record stands, and verification names it
    const hash = hashRecord(seq, prev, event ?? [String(eventId)]);
    const link = { seq, eventId, prev, hash, mac: macRecord(keys.records, hash) };
    prev = hash;
    return link;
  });
}
