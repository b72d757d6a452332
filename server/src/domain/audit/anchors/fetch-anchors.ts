import type { ChainKeys } from '../chain/chain-keys.ts';
import { readLastCheckpoint, readReceipts } from '../chain/checkpoint-file.ts';
import { type Anchor, ForgedAnchorError, findAnchor } from './anchor.ts';
import type { AnchorPlace } from './places.ts';

export interface CollectedAnchors {
  anchors: Anchor[];
  /** Places that gave something which this portal did not sign. */
  forged: string[];
  /** Places that did not answer. */
  unreachable: string[];
}

const limitMs = 30_000;

/**
 * Reads the newest anchors back: from buckets, from the checkpoint files of folders, and from time stamps stored beside
 * them. Places that cannot be read are named, not fatal.
 */
export async function fetchAnchors(
  { places, folders }: { places: readonly AnchorPlace[]; folders: readonly string[] },
  keys: Pick<ChainKeys, 'verifying'>,
): Promise<CollectedAnchors> {
  const collected: CollectedAnchors = { anchors: [], forged: [], unreachable: [] };
  const add = (lines: Iterable<string>, place: string) => {
    for (const line of lines) {
      try {
        const anchor = findAnchor(line, place, keys);
        if (anchor?.signed) collected.anchors.push(anchor);
        else collected.forged.push(place);
      } catch (error) {
        if (!(error instanceof ForgedAnchorError)) throw error;
        collected.forged.push(place);
      }
    }
  };
  for (const [index, folder] of folders.entries()) {
    // the first folder is the data folder's: what it has goes with the data
    const last = index === 0 ? null : await readLastCheckpoint(folder);
    if (last !== null) add([last.line], folder);
    add(await readReceipts(folder), `the time stamps in ${folder}`);
  }
  await Promise.all(
    places.map(async ({ name, fetch }) => {
      if (fetch === undefined) return;
      try {
        add(await fetch(AbortSignal.timeout(limitMs)), name);
      } catch {
        collected.unreachable.push(name);
      }
    }),
  );
  return collected;
}
