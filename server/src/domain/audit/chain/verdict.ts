/** The first fault of the audit chain: a bad record or a bad checkpoint. */
export type ChainFault =
  /** The chain has no record of this number, but has later ones, or a checkpoint signed a later one. */
  | { kind: 'missing'; seq: number }
  | { kind: 'event-gone'; seq: number; eventId: number }
  | { kind: 'altered'; seq: number; eventId: number }
  /** It does not have the hash of the record before. */
  | { kind: 'unlinked'; seq: number }
  /** Chained correctly, but without the installation's key. */
  | { kind: 'sealed-anew'; seq: number; eventId: number }
  /** Valid in itself, but not the record that was signed. */
  | { kind: 'not-as-signed'; seq: number; checkpoint: number; at: string }
  | { kind: 'cut-off'; seq: number; signedSeq: number; checkpoint: number; at: string }
  /** An event outside the chain that will never be chained. */
  | { kind: 'stray'; eventId: number }
  | { kind: 'checkpoint-missing'; checkpoint: number; folder: string }
  | { kind: 'checkpoint-forged'; checkpoint: number; folder: string }
  /** An anchor names a record after the last one. */
  | { kind: 'behind-anchor'; seq: number; place: string; records: number }
  /** An anchor names another hash for a record. */
  | { kind: 'differs-from-anchor'; seq: number; place: string }
  | { kind: 'anchor-forged'; place: string }
  /** The portal was told to sign on after a gap, and the operator has not named this checkpoint as known. */
  | { kind: 'signed-on'; checkpoint: number; seq: number; at: string }
  /** The installation is older than its first event. Null: it has none. */
  | { kind: 'late-start'; born: string; first: string | null };

export interface Verdict {
  /** Records found valid. */
  records: number;
  /** Checkpoints with a valid signature and record, in the first audit folder. */
  checkpoints: number;
  /** The last valid checkpoint; null if there is none yet. */
  signed: { seq: number; at: string } | null;
  /** How many checkpoints say that the chain continued from a backup. */
  restores: number;
  /** The last record that each place's anchors confirm, in order of the records. */
  anchored: { place: string; seq: number; at: string | null }[];
  fault: ChainFault | null;
}

/** Formats the verdict in one sentence: the first fault, or how far the chain is valid. */
export function formatVerdict({ records, checkpoints, signed, restores, fault }: Verdict): string {
  if (fault !== null) return formatFault(fault);
  const signedNote = signed === null ? 'none signed yet' : `signed up to record ${signed.seq} at ${signed.at}`;
  const restoreNote = restores === 0 ? '' : ` The trail went on from a backup ${restores} times.`;
  return `The audit trail is whole: ${records} records, ${checkpoints} checkpoints, ${signedNote}.${restoreNote}`;
}

/** Formats what the anchors confirm, a line each, and since when no anchor confirms anything. */
export function formatAnchored({
  anchored,
  records,
  fault,
}: Pick<Verdict, 'anchored' | 'records' | 'fault'>): string[] {
  const lines = anchored.map(
    ({ place, seq, at }) =>
      `Up to record ${seq}, the trail is held by ${place}${at === null ? '' : `, signed at ${at}`}.`,
  );
  const last = anchored.at(-1);
  if (fault !== null) return lines;
  if (last === undefined) return ['No anchor was given or could be read: nothing outside holds the trail.'];
  if (last.seq >= records) return lines;
  return [...lines, `Since ${last.at ?? `record ${last.seq}`}, nothing holds records ${last.seq + 1} to ${records}.`];
}

function formatFault(fault: ChainFault): string {
  switch (fault.kind) {
    case 'missing':
      return `Record ${fault.seq} is missing from the audit trail.`;
    case 'event-gone':
      return `Record ${fault.seq} has lost its event ${fault.eventId}.`;
    case 'altered':
      return `Record ${fault.seq} (event ${fault.eventId}) is not what was sealed.`;
    case 'unlinked':
      return `Record ${fault.seq} does not follow the record before it.`;
    case 'sealed-anew':
      return `Record ${fault.seq} (event ${fault.eventId}) was sealed by somebody without the portal's key.`;
    case 'not-as-signed':
      return `Record ${fault.seq} is not the one that checkpoint ${fault.checkpoint} signed at ${fault.at}.`;
    case 'cut-off':
      return `Record ${fault.seq} and all after it are cut off: checkpoint ${fault.checkpoint} signed record ${fault.signedSeq} at ${fault.at}.`;
    case 'stray':
      return `Event ${fault.eventId} stands beside the audit trail: it has no record and waits for none.`;
    case 'checkpoint-missing':
      return `Checkpoint ${fault.checkpoint} is missing in ${fault.folder}.`;
    case 'checkpoint-forged':
      return `Checkpoint ${fault.checkpoint} in ${fault.folder} was not signed by the portal's key.`;
    case 'behind-anchor':
      return `The audit trail ends at record ${fault.records}, but an anchor in ${fault.place} has record ${fault.seq}: the trail was rolled back.`;
    case 'differs-from-anchor':
      return `Record ${fault.seq} is not the one that an anchor in ${fault.place} has: the trail was rolled back and written anew.`;
    case 'anchor-forged':
      return `An anchor in ${fault.place} was not signed by the portal's key.`;
    case 'signed-on':
      return `Checkpoint ${fault.checkpoint} of ${fault.at} says that the trail goes on from record ${fault.seq} after a gap. If you restored a backup then, run npm run audit:verify -- --known-restore ${fault.checkpoint}.`;
    case 'late-start':
      return `The installation exists since ${fault.born}, but its audit trail ${fault.first === null ? 'is empty' : `begins at ${fault.first}`}.`;
  }
}
