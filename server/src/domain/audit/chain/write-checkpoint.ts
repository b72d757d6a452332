import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import type { ChainKeys } from './chain-keys.ts';
import {
  type Checkpoint,
  formatCheckpoint,
  hashLine,
  hasValidSignature,
  parseCheckpoint,
  zeroLineHash,
} from './checkpoint.ts';
import { appendLine, readCheckpoints, readLastCheckpoint } from './checkpoint-file.ts';
import { isSameHash } from './record-hash.ts';
import { type Restore, RestoreReader } from './restore-reader.ts';
import {
  becomeChainWriter,
  type ChainHead,
  findHash,
  findHead,
  findLastCheckpoint,
  insertCheckpoint,
  listCheckpointLines,
  readRecordsAt,
} from './store.ts';

type CheckpointContext = Pick<AppContext, 'db' | 'clock' | 'reachFaultPoint' | 'settings'>;

/** The most records, or milliseconds, that may pass without a signature (security 4). */
export const checkpointEvery = { records: 1_000, ms: 60_000 } as const;

/**
 * The database differs from what was signed: it was rolled back or edited. Nothing is signed until an operator has
 * checked.
 */
export class ChainRollbackError extends Error {
  override name = 'ChainRollbackError';
  readonly code = 'trail_went_back';

  constructor(number: number) {
    super(`The audit log does not have what checkpoint ${number} signed. Run npm run audit:verify.`);
  }
}

/**
 * Signs the last record if enough records are unsigned or one has waited long enough. Returns whether it did. Throws
 * `ChainRollbackError` if the chain lacks what the last checkpoint or one of `anchored` signed.
 */
export async function writeCheckpointIfDue(
  context: CheckpointContext,
  keys: ChainKeys,
  anchored: readonly CheckpointLine[] = [],
  restores: RestoreReader = new RestoreReader(context.settings.auditFolders, keys),
): Promise<boolean> {
  return await context.db.within(chainScope(), async (tx) => {
    await becomeChainWriter(tx);
    const last = await findLastKnown(context, tx, keys);
    const lost = await findLostAnchor(tx, anchored, restores);
    if (lost !== null) throw new ChainRollbackError(lost.checkpoint.number);
    const head = await findHead(tx);
    if (head === null) return false;
    if (last !== null && !(await hasSignedHash(tx, last.checkpoint)))
      throw new ChainRollbackError(last.checkpoint.number);
    if (!isDue(context, head, last?.checkpoint)) return false;
    await writeCheckpoint(context, tx, keys, { head, last, isRestored: false });
    return true;
  });
}

export interface CheckpointLine {
  checkpoint: Checkpoint;
  line: string;
}

/**
 * Finds the last valid checkpoint of the files and the database. They differ after a crash between the two writes, or
 * if a file is lost.
 */
export async function findLastKnown(
  { settings }: Pick<AppContext, 'settings'>,
  tx: Tx,
  keys: ChainKeys,
): Promise<CheckpointLine | null> {
  const stored = await findLastCheckpoint(tx);
  const storedCheckpoint = stored === null ? null : parseCheckpoint(stored.line);
  const known: CheckpointLine[] =
    storedCheckpoint && stored ? [{ checkpoint: storedCheckpoint, line: stored.line }] : [];
  for (const folder of settings.auditFolders)
    known.push(...[await readLastCheckpoint(folder)].filter((one) => one !== null));
  const validCheckpoints = known.filter(({ checkpoint }) => hasValidSignature(checkpoint, keys));
  return validCheckpoints.sort((one, other) => other.checkpoint.number - one.checkpoint.number)[0] ?? null;
}

async function hasSignedHash(tx: Reader, { seq, hash }: Checkpoint): Promise<boolean> {
  const storedHash = await findHash(tx, seq);
  return storedHash !== null && isSameHash(storedHash, Buffer.from(hash, 'hex'));
}

/**
 * Finds an anchor whose record the chain does not have, except anchors older than a restore from which
 * the chain continued. Null if there is none.
 */
export async function findLostAnchor<A extends CheckpointLine>(
  tx: Reader,
  anchors: readonly A[],
  restores: RestoreReader,
): Promise<A | null> {
  if (anchors.length === 0) return null;
  const { hashes } = await readRecordsAt(
    tx,
    anchors.map(({ checkpoint }) => checkpoint.seq),
  );
  const lost = anchors.filter(({ checkpoint }) => hashes.get(checkpoint.seq)?.toString('hex') !== checkpoint.hash);
  if (lost.length === 0) return null;
  const known = await restores.read();
  return lost.find(({ checkpoint }) => !known.some((restore) => isOfLostPeriod(checkpoint, restore))) ?? null;
}

const isOfLostPeriod = ({ number, seq }: Checkpoint, restore: Restore) => number < restore.number && seq > restore.seq;

function isDue({ clock }: CheckpointContext, head: ChainHead, last: Checkpoint | undefined): boolean {
  if (last === undefined) return true;
  const waitedMs = clock.now().getTime() - new Date(last.at).getTime();
  return head.seq >= last.seq + checkpointEvery.records || (head.seq > last.seq && waitedMs >= checkpointEvery.ms);
}

/**
 * Writes a checkpoint to the files with fsync, then to the database. After a crash between, the database lacks one,
 * which the next call adds.
 */
export async function writeCheckpoint(
  { clock, settings, reachFaultPoint }: CheckpointContext,
  tx: Tx,
  keys: ChainKeys,
  {
    head,
    last,
    isRestored,
    anchored = [],
  }: { head: ChainHead; last: CheckpointLine | null; isRestored: boolean; anchored?: readonly CheckpointLine[] },
): Promise<void> {
  const newest = [...anchored, ...(last === null ? [] : [last])].sort(
    (one, other) => other.checkpoint.number - one.checkpoint.number,
  )[0];
  const number = (newest?.checkpoint.number ?? 0) + 1;
  const at = clock.now();
  const previous = newest === undefined ? zeroLineHash : hashLine(newest.line);
  const facts = { number, seq: head.seq, hash: head.hash.toString('hex'), at: at.toISOString(), previous };
  const line = formatCheckpoint(isRestored ? { ...facts, restored: isRestored } : facts, keys);
  if (last !== null) await storeCheckpoint(tx, last);
  for (const folder of settings.auditFolders) {
    await appendMissingLines(tx, folder, settings.auditFolders, last);
    await appendLine(folder, line);
  }
  reachFaultPoint('checkpoint-written');
  await insertCheckpoint(tx, { number, seq: head.seq, at, line });
}

async function storeCheckpoint(tx: Tx, { checkpoint: { number, seq, at }, line }: CheckpointLine): Promise<void> {
  await insertCheckpoint(tx, { number, seq, at: new Date(at), line });
}

const maxLinesPerPage = 10_000;

/**
 * Appends the lines that a new folder, or one left behind by a crash, lacks. The lines are signed, so their source does
 * not matter.
 */
async function appendMissingLines(
  tx: Tx,
  folder: string,
  folders: readonly string[],
  last: CheckpointLine | null,
): Promise<void> {
  const lastNumber = (await readLastCheckpoint(folder))?.checkpoint.number ?? 0;
  if (last === null || lastNumber >= last.checkpoint.number) return;
  const lines: string[] = [];
  for await (const line of readLinesAfter(tx, lastNumber, folders, last)) {
    lines.push(line);
    if (lines.length === maxLinesPerPage) await appendLine(folder, lines.splice(0).join('\n'));
  }
  if (lines.length > 0) await appendLine(folder, lines.join('\n'));
}

/** Reads lines from a folder that has the last line; else from the database, as after a restore on a new machine. */
async function* readLinesAfter(
  tx: Tx,
  lastNumber: number,
  folders: readonly string[],
  last: CheckpointLine,
): AsyncGenerator<string> {
  for (const folder of folders) {
    if ((await readLastCheckpoint(folder))?.line !== last.line) continue;
    for await (const { checkpoint, line } of readCheckpoints(folder)) if (checkpoint.number > lastNumber) yield line;
    return;
  }
  let after: number | undefined = lastNumber;
  while (after !== undefined) {
    const lines = await listCheckpointLines(tx, after, maxLinesPerPage);
    yield* lines;
    after = parseCheckpoint(lines.at(-1) ?? '')?.number;
  }
}
