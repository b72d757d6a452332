import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { ChainKeys } from './chain-keys.ts';
import { genesisHash, hashRecord, macRecord } from './record-hash.ts';
import { type ChainHead, type ChainLink, findHead, insertLinks, isChainWriter, listUnchained } from './store.ts';

type ChainContext = Pick<AppContext, 'db' | 'reachFaultPoint'>;

// Limits a transaction to tens of milliseconds, also for a backlog such as after an update.
export const maxBatchSize = 500;

/**
 * Adds the oldest unchained events to the audit chain, one batch. Each event gets the next number and a hash over its
 * content and the previous record. Returns how many it chained; 0 while another node chains. Events of a rolled-back
 * transaction are never listed. An event whose row is gone is chained as absent.
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
    // The event was deleted before it was chained. Its record stays, and verification reports it.
    const hash = hashRecord(seq, prev, event ?? [String(eventId)]);
    const link = { seq, eventId, prev, hash, mac: macRecord(keys.records, hash) };
    prev = hash;
    return link;
  });
}
