import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { AnchorChecks } from '../anchors/anchor-checks.ts';
import type { AnchorPage } from '../anchors/read-anchors.ts';
import { type ChainKeys, deriveChainKeys } from './chain-keys.ts';
import { type Checkpoint, hashLine, hasValidSignature, zeroLineHash } from './checkpoint.ts';
import { readCheckpoints } from './checkpoint-file.ts';
import { findLateStart } from './find-late-start.ts';
import { genesisHash, hashRecord, isSameHash, macRecord } from './record-hash.ts';
import type { Restore } from './restore-reader.ts';
import { type ChainRecord, findLastCheckpoint, findStrayEvent, listRecords, readRecordsAt } from './store.ts';
import type { ChainFault, Verdict } from './verdict.ts';

type VerifyContext = Pick<AppContext, 'db' | 'keys' | 'settings' | 'objects'>;

export interface VerifyOptions {
  /** Anchors from outside, read before the records. Reading ends at the first one that does not fit. */
  anchors?: AsyncIterable<AnchorPage>;
  /** Numbers of checkpoints after which, as the operator knows, the chain continues from a backup. */
  knownRestores?: readonly number[];
}

// a page of records is below 2 MB
const maxRecordsPerPage = 1_000;
const maxEventsPerPage = 5_000;

/**
 * Verifies the whole audit chain, page by page. Checks each record against its event, its predecessor and the key, each
 * checkpoint against its signature and record, and each event against the chain. Stops at the first bad record. Reports
 * the first bad line of the checkpoint files, a gap, or a log younger than the store only if all records are valid. May run while
 * the application serves requests.
 */
export async function verifyChain(context: VerifyContext, options: VerifyOptions = {}): Promise<Verdict> {
  const keys = deriveChainKeys(context.keys);
  // Read before the files: a checkpoint reaches the files first.
  const lastStored = await context.db.within(chainScope(), findLastCheckpoint);
  const files: FileVerdict[] = [];
  for (const folder of context.settings.auditFolders)
    files.push(await verifyFile(folder, keys, lastStored?.number ?? 0));
  const verdict: Verdict = {
    records: 0,
    checkpoints: 0,
    signed: null,
    restores: files[0]?.restored.length ?? 0,
    anchored: [],
    fault: null,
  };
  const restored = files.flatMap((file) => file.restored);
  const checks = new AnchorChecks(restored.filter(isKnownRestore(options)));
  const anchors = await compareAnchors(context, options, checks);
  const fault =
    (await verifyRecords(context, keys, files, { verdict, anchorFault: anchors.fault })) ??
    (await verifyEvents(context)) ??
    files.find((file) => file.fault !== null)?.fault ??
    anchors.placeFault ??
    findUnknownRestore(restored, options) ??
    (await findLateStart(context));
  return { ...verdict, anchored: checks.confirmed(), fault };
}

const isKnownRestore =
  ({ knownRestores = [] }: VerifyOptions) =>
  ({ number }: Restore) =>
    knownRestores.includes(number);

/** Compares all anchors with the chain. `placeFault`: the first thing in a place that is no anchor as it should be. */
async function compareAnchors(
  { db }: VerifyContext,
  { anchors: pages }: VerifyOptions,
  checks: AnchorChecks,
): Promise<{ fault: ChainFault | null; placeFault: ChainFault | null }> {
  let placeFault: ChainFault | null = null;
  for await (const { anchors, faults } of pages ?? []) {
    placeFault ??= faults[0] ?? null;
    const seqs = anchors.map(({ seq }) => seq);
    const fault = checks.check(anchors, await db.within(chainScope(), (tx) => readRecordsAt(tx, seqs)));
    if (fault !== null) return { fault, placeFault };
  }
  return { fault: null, placeFault };
}

function findUnknownRestore(restored: readonly Restore[], options: VerifyOptions): ChainFault | null {
  const unknown = restored.find((restore) => !isKnownRestore(options)(restore));
  return unknown ? { kind: 'signed-on', checkpoint: unknown.number, seq: unknown.seq, at: unknown.at } : null;
}

interface FileVerdict {
  folder: string;
  restored: Restore[];
  fault: ChainFault | null;
}

/** Checks a file's signatures, numbers and the chain of its lines. */
async function verifyFile(folder: string, keys: ChainKeys, storedNumber: number): Promise<FileVerdict> {
  const verdict: FileVerdict = { folder, restored: [], fault: null };
  let number = 0;
  let previous = zeroLineHash;
  for await (const { checkpoint, line } of readCheckpoints(folder)) {
    const fault = faultOfLine(checkpoint, { folder, keys, next: number + 1, previous });
    if (fault !== null) return { ...verdict, fault };
    if (checkpoint.restored)
      verdict.restored.push({ number: checkpoint.number, seq: checkpoint.seq, at: checkpoint.at });
    number = checkpoint.number;
    previous = hashLine(line);
  }
  if (number < storedNumber) verdict.fault = { kind: 'checkpoint-missing', checkpoint: number + 1, folder };
  return verdict;
}

function faultOfLine(
  checkpoint: Checkpoint,
  { folder, keys, next, previous }: { folder: string; keys: ChainKeys; next: number; previous: string },
): ChainFault | null {
  if (!hasValidSignature(checkpoint, keys)) return { kind: 'checkpoint-forged', checkpoint: checkpoint.number, folder };
  // After a restore, the lines of the lost period may exist at an anchor alone.
  if (checkpoint.restored && checkpoint.number > next) return null;
  if (checkpoint.number !== next || checkpoint.previous !== previous)
    return { kind: 'checkpoint-missing', checkpoint: next, folder };
  return null;
}

/** Reads the checkpoints of a file that apply to today's records, in the order of their records. */
async function* validCheckpoints({ folder, restored }: FileVerdict, keys: ChainKeys): AsyncGenerator<Checkpoint> {
  for await (const { checkpoint } of readCheckpoints(folder)) {
    const isPast = restored.some(({ number, seq }) => number > checkpoint.number && seq < checkpoint.seq);
    if (!isPast && hasValidSignature(checkpoint, keys)) yield checkpoint;
  }
}

async function verifyRecords(
  context: VerifyContext,
  keys: ChainKeys,
  files: readonly FileVerdict[],
  { verdict, anchorFault }: { verdict: Verdict; anchorFault: ChainFault | null },
): Promise<ChainFault | null> {
  const cursors = files.map((file) => new CheckpointCursor(validCheckpoints(file, keys)));
  // Fixes the extent of the files before records are read, so later checkpoints are not expected.
  for (const cursor of cursors) await cursor.peek();
  let before = { seq: 0, hash: genesisHash };
  for await (const record of readRecords(context)) {
    const fault = faultOfRecord(record, before, keys);
    if (fault !== null) return fault;
    const signatureFault = await faultOfCheckpoints(record, cursors);
    if (signatureFault !== null) return anchorFault ?? signatureFault;
    before = record;
    verdict.records += 1;
  }
  if (anchorFault !== null) return anchorFault;
  const endFault = await findFirstFault(cursors, (cursor) => cursor.findMissingEnd(before.seq));
  verdict.checkpoints = cursors[0]?.count ?? 0;
  verdict.signed = cursors[0]?.last ?? null;
  return endFault;
}

async function findFirstFault(
  cursors: readonly CheckpointCursor[],
  check: (cursor: CheckpointCursor) => Promise<ChainFault | null>,
): Promise<ChainFault | null> {
  for (const cursor of cursors) {
    const fault = await check(cursor);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOfCheckpoints(record: ChainRecord, cursors: readonly CheckpointCursor[]): Promise<ChainFault | null> {
  return findFirstFault(cursors, (cursor) => cursor.checkRecord(record));
}

async function* readRecords({ db }: VerifyContext): AsyncGenerator<ChainRecord> {
  let after = 0;
  for (;;) {
    const page = await db.within(chainScope(), (tx) => listRecords(tx, after, maxRecordsPerPage));
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

function faultOfRecord(
  { seq, eventId, prev, hash, mac, event }: ChainRecord,
  before: { seq: number; hash: Buffer },
  keys: ChainKeys,
): ChainFault | null {
  if (seq !== before.seq + 1) return { kind: 'missing', seq: before.seq + 1 };
  if (event === null) return { kind: 'event-gone', seq, eventId };
  if (!isSameHash(prev, before.hash)) return { kind: 'unlinked', seq };
  if (!isSameHash(hash, hashRecord(seq, prev, event))) return { kind: 'altered', seq, eventId };
  if (!isSameHash(mac, macRecord(keys.records, hash))) return { kind: 'sealed-anew', seq, eventId };
  return null;
}

/** Walks a file's checkpoints in parallel with the records, one line at a time. */
class CheckpointCursor {
  readonly #checkpoints: AsyncGenerator<Checkpoint>;
  #next: Checkpoint | null | undefined;
  count = 0;
  last: { seq: number; at: string } | null = null;

  constructor(checkpoints: AsyncGenerator<Checkpoint>) {
    this.#checkpoints = checkpoints;
  }

  /** Returns the next checkpoint without consuming it. The first call fixes how much of the file is read. */
  async peek(): Promise<Checkpoint | null> {
    if (this.#next === undefined) {
      const { value, done } = await this.#checkpoints.next();
      this.#next = done ? null : value;
    }
    return this.#next;
  }

  /** Checks a record against the checkpoints that signed it. */
  async checkRecord({ seq, hash }: ChainRecord): Promise<ChainFault | null> {
    for (
      let checkpoint = await this.peek();
      checkpoint !== null && checkpoint.seq <= seq;
      checkpoint = await this.peek()
    ) {
      if (checkpoint.seq !== seq || !isSameHash(hash, Buffer.from(checkpoint.hash, 'hex')))
        return { kind: 'not-as-signed', seq: checkpoint.seq, checkpoint: checkpoint.number, at: checkpoint.at };
      this.#next = undefined;
      this.count += 1;
      this.last = { seq, at: checkpoint.at };
    }
    return null;
  }

  /** Returns a fault if a checkpoint signed a record after the last one. */
  async findMissingEnd(seq: number): Promise<ChainFault | null> {
    const checkpoint = await this.peek();
    if (checkpoint === null) return null;
    return {
      kind: 'cut-off',
      seq: seq + 1,
      signedSeq: checkpoint.seq,
      checkpoint: checkpoint.number,
      at: checkpoint.at,
    };
  }
}

/** Checks that every event is chained or listed as unchained. */
async function verifyEvents({ db }: VerifyContext): Promise<ChainFault | null> {
  let after = 0;
  for (;;) {
    const { last, stray } = await db.within(chainScope(), (tx) => findStrayEvent(tx, after, maxEventsPerPage));
    if (stray !== null) return { kind: 'stray', eventId: stray };
    if (last === null) return null;
    after = last;
  }
}
