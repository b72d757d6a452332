import { sealingScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { hashRecord, macRecord, noRecord } from './record-hash.ts';
import { addLinks, type ChainHead, type ChainLink, findHead, isSealer, listUnsealed } from './store.ts';
import type { TrailKeys } from './trail-keys.ts';

type Sealer = Pick<Portal, 'db' | 'crashPoint'>;

// A backlog, as after an update, is worked off in transactions of some tens of milliseconds.
export const sealedAtOnce = 500;

/**
 * Seals the oldest events that wait, one batch: each gets the chain's next number, and a hash of all it says and of the
 * record before it. Answers how many it sealed; none while another node seals. An event that a rolled-back transaction
 * wrote waits for nothing, and one whose row is gone is crossed off with it and sealed as absent.
 */
export async function sealBatch(portal: Sealer, keys: TrailKeys, most: number = sealedAtOnce): Promise<number> {
  return await portal.db.within(sealingScope(), async (tx) => {
    if (!(await isSealer(tx))) return 0;
    const waiting = await listUnsealed(tx, most);
    if (waiting.length === 0) return 0;
    const links = linksOf(await findHead(tx), waiting, keys);
    await addLinks(tx, links);
    portal.crashPoint('audit-sealing');
    return links.length;
  });
}

function linksOf(
  head: ChainHead | null,
  waiting: Awaited<ReturnType<typeof listUnsealed>>,
  keys: TrailKeys,
): ChainLink[] {
  let { seq, hash: prev } = head ?? { seq: 0, hash: noRecord };
  return waiting.map(({ eventId, event }) => {
    seq += 1;
    // an event that was removed before its second was over: its record stands, and verification names it
    const hash = hashRecord(seq, prev, event ?? [String(eventId)]);
    const link = { seq, eventId, prev, hash, mac: macRecord(keys.records, hash) };
    prev = hash;
    return link;
  });
}
