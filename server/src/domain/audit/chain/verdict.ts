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
  /** An anchor is where that of another checkpoint belongs. */
  | { kind: 'anchor-misplaced'; checkpoint: number; place: string }
  /** Two anchors of one place have the same number and different contents. */
  | { kind: 'anchors-contradict'; checkpoint: number; place: string }
  /** The chain continues after a gap, which the operator requested and did not name as known. */
  | { kind: 'signed-on'; checkpoint: number; seq: number; at: string }
  /** The installation is older than its first event. Null: it has none. */
  | { kind: 'late-start'; installedAt: string; first: string | null };

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
  const restoreNote = restores === 0 ? '' : ` Restores in it: ${restores}.`;
  return `The audit log is intact: ${records} records, ${checkpoints} checkpoints, ${signedNote}.${restoreNote}`;
}

/** Formats what the anchors confirm, a line each, and since when no anchor confirms anything. */
export function formatAnchored({
  anchored,
  records,
  fault,
}: Pick<Verdict, 'anchored' | 'records' | 'fault'>): string[] {
  const lines = anchored.map(
    ({ place, seq, at }) => `${place} confirms the records up to ${seq}${at === null ? '' : `, signed at ${at}`}.`,
  );
  const last = anchored.at(-1);
  if (fault !== null) return lines;
  if (last === undefined)
    return ['No anchor was given or could be read: nothing outside the portal confirms the audit log.'];
  if (last.seq >= records) return lines;
  return [
    ...lines,
    `No anchor confirms the records ${last.seq + 1} to ${records}, written since ${last.at ?? `record ${last.seq}`}.`,
  ];
}

function formatFault(fault: ChainFault): string {
  switch (fault.kind) {
    case 'missing':
      return `Record ${fault.seq} is missing from the audit log.`;
    case 'event-gone':
      return `Event ${fault.eventId} of record ${fault.seq} is missing.`;
    case 'altered':
      return `Record ${fault.seq} (event ${fault.eventId}) was changed after it was added to the chain.`;
    case 'unlinked':
      return `Record ${fault.seq} does not have the hash of the record before it.`;
    case 'sealed-anew':
      return `Record ${fault.seq} (event ${fault.eventId}) was added to the chain without the portal's key.`;
    case 'not-as-signed':
      return `Record ${fault.seq} is not the one that checkpoint ${fault.checkpoint} signed at ${fault.at}.`;
    case 'cut-off':
      return `Record ${fault.seq} and all later ones are missing: checkpoint ${fault.checkpoint} signed record ${fault.signedSeq} at ${fault.at}.`;
    case 'stray':
      return `Event ${fault.eventId} has no record in the chain and is not waiting for one.`;
    case 'checkpoint-missing':
      return `Checkpoint ${fault.checkpoint} is missing in ${fault.folder}.`;
    case 'checkpoint-forged':
      return `Checkpoint ${fault.checkpoint} in ${fault.folder} was not signed by the portal's key.`;
    case 'behind-anchor':
      return `The audit log ends at record ${fault.records}, but an anchor in ${fault.place} has record ${fault.seq}: an earlier copy was put back.`;
    case 'differs-from-anchor':
      return `Record ${fault.seq} is not the one that an anchor in ${fault.place} has: the log was replaced.`;
    case 'anchor-forged':
      return `An anchor in ${fault.place} was not signed by the portal's key.`;
    case 'anchor-misplaced':
      return `An anchor of checkpoint ${fault.checkpoint} in ${fault.place} is where another one belongs: someone else wrote there.`;
    case 'anchors-contradict':
      return `${fault.place} has two different anchors of checkpoint ${fault.checkpoint}: an earlier copy of the log was put back and signed again.`;
    case 'signed-on':
      return `Checkpoint ${fault.checkpoint} of ${fault.at} says that the chain continues from record ${fault.seq} after a gap. If you restored a backup then, run npm run audit:verify -- --known-restore ${fault.checkpoint}.`;
    case 'late-start':
      return `The portal was installed at ${fault.installedAt}, but its audit log ${fault.first === null ? 'is empty' : `begins at ${fault.first}`}.`;
  }
}
