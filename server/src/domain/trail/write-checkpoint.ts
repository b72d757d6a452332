import type { Tx } from '../../platform/db/database.ts';
import { sealingScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { type Checkpoint, hashLine, isSigned, noLine, readLine, writeLine } from './checkpoint.ts';
import { appendLine, lastCheckpoint, readCheckpoints } from './checkpoint-file.ts';
import { isSame } from './record-hash.ts';
import {
  becomeSealer,
  type ChainHead,
  findHash,
  findHead,
  findLastCheckpoint,
  insertCheckpoint,
  listLines,
} from './store.ts';
import type { TrailKeys } from './trail-keys.ts';

type Signer = Pick<Portal, 'db' | 'clock' | 'crashPoint' | 'settings'>;

/** How many records, or how many milliseconds, may wait for a signature (security 4). */
export const checkpointEvery = { records: 1_000, ms: 60_000 } as const;

/** What the database holds is not what was signed: it was set back, or edited. Nothing is signed until somebody has looked. */
export class TrailWentBackError extends Error {
  override name = 'TrailWentBackError';
  readonly code = 'trail_went_back';

  constructor(number: number) {
    super(`The audit trail does not hold what checkpoint ${number} signed. Run npm run audit:verify.`);
  }
}

/** Signs the last record where enough of them wait, or one has waited long enough. True when it did. */
export async function writeCheckpointIfDue(portal: Signer, keys: TrailKeys): Promise<boolean> {
  return await portal.db.within(sealingScope(), async (tx) => {
    await becomeSealer(tx);
    const head = await findHead(tx);
    if (head === null) return false;
    const last = await lastKnown(portal, tx, keys);
    if (last !== null) await mustHold(tx, last.checkpoint);
    if (!isDue(portal, head, last?.checkpoint)) return false;
    await writeCheckpoint(portal, tx, keys, { head, last, restored: false });
    return true;
  });
}

export interface LastLine {
  checkpoint: Checkpoint;
  line: string;
}

/** The last checkpoint, of the file or of the database: a crash comes between the two, and a file may be lost. */
export async function lastKnown(
  { settings }: Pick<Portal, 'settings'>,
  tx: Tx,
  keys: TrailKeys,
): Promise<LastLine | null> {
  const kept = await findLastCheckpoint(tx);
  const inDatabase = kept === null ? null : readLine(kept.line);
  const known: LastLine[] = inDatabase && kept ? [{ checkpoint: inDatabase, line: kept.line }] : [];
  for (const folder of settings.auditFolders)
    known.push(...[await lastCheckpoint(folder)].filter((one) => one !== null));
  const own = known.filter(({ checkpoint }) => isSigned(checkpoint, keys));
  return own.sort((one, other) => other.checkpoint.number - one.checkpoint.number)[0] ?? null;
}

async function mustHold(tx: Tx, { number, seq, hash }: Checkpoint): Promise<void> {
  const found = await findHash(tx, seq);
  if (found === null || !isSame(found, Buffer.from(hash, 'hex'))) throw new TrailWentBackError(number);
}

function isDue({ clock }: Signer, head: ChainHead, last: Checkpoint | undefined): boolean {
  if (last === undefined) return true;
  const waitedMs = clock.now().getTime() - new Date(last.at).getTime();
  return head.seq >= last.seq + checkpointEvery.records || (head.seq > last.seq && waitedMs >= checkpointEvery.ms);
}

/** First into the files, to the disk; then into the database, which lags by one after a crash and is mended by the next. */
export async function writeCheckpoint(
  { clock, settings, crashPoint }: Signer,
  tx: Tx,
  keys: TrailKeys,
  { head, last, restored }: { head: ChainHead; last: LastLine | null; restored: boolean },
): Promise<void> {
  const number = (last?.checkpoint.number ?? 0) + 1;
  const at = clock.now();
  const previous = last === null ? noLine : hashLine(last.line);
  const facts = { number, seq: head.seq, hash: head.hash.toString('hex'), at: at.toISOString(), previous };
  const line = writeLine(restored ? { ...facts, restored } : facts, keys);
  if (last !== null) await keep(tx, last);
  for (const folder of settings.auditFolders) {
    await catchUp(tx, folder, settings.auditFolders, last);
    await appendLine(folder, line);
  }
  crashPoint('checkpoint-written');
  await insertCheckpoint(tx, { number, seq: head.seq, at, line });
}

async function keep(tx: Tx, { checkpoint: { number, seq, at }, line }: LastLine): Promise<void> {
  await insertCheckpoint(tx, { number, seq, at: new Date(at), line });
}

const linesAtOnce = 10_000;

/** A place that is new, or that a crash passed by, is given the lines it lacks: they are signed, wherever they come from. */
async function catchUp(tx: Tx, folder: string, folders: readonly string[], last: LastLine | null): Promise<void> {
  const own = (await lastCheckpoint(folder))?.checkpoint.number ?? 0;
  if (last === null || own >= last.checkpoint.number) return;
  const lines: string[] = [];
  for await (const line of linesAfter(tx, own, folders, last)) {
    lines.push(line);
    if (lines.length === linesAtOnce) await appendLine(folder, lines.splice(0).join('\n'));
  }
  if (lines.length > 0) await appendLine(folder, lines.join('\n'));
}

/** Of the place that has the last line; of the database where none has, as after a restore on a new machine. */
async function* linesAfter(tx: Tx, own: number, folders: readonly string[], last: LastLine): AsyncGenerator<string> {
  for (const folder of folders) {
    if ((await lastCheckpoint(folder))?.line !== last.line) continue;
    for await (const { checkpoint, line } of readCheckpoints(folder)) if (checkpoint.number > own) yield line;
    return;
  }
  let after: number | undefined = own;
  while (after !== undefined) {
    const lines = await listLines(tx, after, linesAtOnce);
    yield* lines;
    after = readLine(lines.at(-1) ?? '')?.number;
  }
}
