import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ChainKeys } from '../chain/chain-keys.ts';
import { type Anchor, findAnchor } from './anchor.ts';

const maxAnchors = 1_000_000;

/**
 * Reads the anchors that an operator gives: CHECKPOINT:RECORD:HASH as in the daily mail, RECORD:HASH, or a file with
 * such anchors, checkpoints, messages of syslog or time stamps, one a line. Throws if one has none, or if a checkpoint was not signed by this portal.
 */
export async function readGivenAnchors(
  given: readonly string[],
  keys: Pick<ChainKeys, 'verifying'>,
): Promise<Anchor[]> {
  const anchors: Anchor[] = [];
  for (const text of given) {
    const before = anchors.length;
    const isFile = existsSync(text);
    for await (const line of isFile ? createInterface({ input: createReadStream(text) }) : [text]) {
      const anchor = findAnchor(line, isFile ? text : 'the anchor that was given', keys);
      if (anchor !== null) anchors.push(anchor);
      if (anchors.length > maxAnchors) throw new Error(`More than ${maxAnchors} anchors were given.`);
    }
    if (anchors.length === before)
      throw new Error(`${text} is no anchor. Give CHECKPOINT:RECORD:HASH, or a file with lines of checkpoints.`);
  }
  return anchors;
}
