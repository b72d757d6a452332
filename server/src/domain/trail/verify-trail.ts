import { sealingScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { type Checkpoint, hashLine, isSigned, noLine } from './checkpoint.ts';
import { readCheckpoints } from './checkpoint-file.ts';
import { hashRecord, isSame, macRecord, noRecord } from './record-hash.ts';
import { type ChainRecord, findLastCheckpoint, findStray, listRecords } from './store.ts';
import { type TrailKeys, trailKeys } from './trail-keys.ts';
import type { TrailFault, Verdict } from './verdict.ts';

type Trail = Pick<Portal, 'db' | 'keys' | 'settings'>;

// a page of records is below 2 MB
const recordsAtOnce = 1_000;
const eventsAtOnce = 5_000;

/**
 * Reads the whole trail, a page at a time: each record against its event, its predecessor and the portal's key, each
 * checkpoint against its signature and its record, each event against the chain. Ends at the first bad record; of the
 * checkpoints' files it tells the first bad line once the records are good. May run beside a portal that serves.
 */
export async function verifyTrail(trail: Trail): Promise<Verdict> {
  const keys = trailKeys(trail.keys);
  // before the files are read: a checkpoint stands in them first
  const kept = await trail.db.within(sealingScope(), findLastCheckpoint);
  const files: FileVerdict[] = [];
  for (const folder of trail.settings.auditFolders) files.push(await verifyFile(folder, keys, kept?.number ?? 0));
  const verdict: Verdict = {
    records: 0,
    checkpoints: 0,
    signed: null,
    restores: files[0]?.restored.length ?? 0,
    fault: null,
  };
  const fault =
    (await verifyRecords(trail, keys, files, verdict)) ??
    (await verifyEvents(trail)) ??
    files.find((file) => file.fault !== null)?.fault ??
    null;
  return { ...verdict, fault };
}

interface FileVerdict {
  folder: string;
  /** Where the trail went on from a backup: what earlier lines say of later records is of the time before. */
  restored: { number: number; seq: number }[];
  fault: TrailFault | null;
}

/** Signatures, numbers and the chain of the lines themselves. */
async function verifyFile(folder: string, keys: TrailKeys, keptNumber: number): Promise<FileVerdict> {
  const verdict: FileVerdict = { folder, restored: [], fault: null };
  let number = 0;
  let previous = noLine;
  for await (const { checkpoint, line } of readCheckpoints(folder)) {
    const fault = faultOfLine(checkpoint, { folder, keys, next: number + 1, previous });
    if (fault !== null) return { ...verdict, fault };
    if (checkpoint.restored) verdict.restored.push({ number: checkpoint.number, seq: checkpoint.seq });
    number = checkpoint.number;
    previous = hashLine(line);
  }
  if (number < keptNumber) verdict.fault = { kind: 'checkpoint-missing', checkpoint: number + 1, folder };
  return verdict;
}

function faultOfLine(
  checkpoint: Checkpoint,
  { folder, keys, next, previous }: { folder: string; keys: TrailKeys; next: number; previous: string },
): TrailFault | null {
  if (!isSigned(checkpoint, keys)) return { kind: 'checkpoint-forged', checkpoint: checkpoint.number, folder };
  if (checkpoint.number !== next || checkpoint.previous !== previous)
    return { kind: 'checkpoint-missing', checkpoint: next, folder };
  return null;
}

/** The checkpoints of a file that hold for today's records, in the order of their records. */
async function* standing({ folder, restored }: FileVerdict, keys: TrailKeys): AsyncGenerator<Checkpoint> {
  for await (const { checkpoint } of readCheckpoints(folder)) {
    const isPast = restored.some(({ number, seq }) => number > checkpoint.number && seq < checkpoint.seq);
    if (!isPast && isSigned(checkpoint, keys)) yield checkpoint;
  }
}

async function verifyRecords(
  trail: Trail,
  keys: TrailKeys,
  files: readonly FileVerdict[],
  verdict: Verdict,
): Promise<TrailFault | null> {
  const ledgers = files.map((file) => new Ledger(standing(file, keys)));
  // the files as they are before the records are read: a checkpoint of later ones is not awaited
  for (const ledger of ledgers) await ledger.peek();
  let before = { seq: 0, hash: noRecord };
  for await (const record of everyRecord(trail)) {
    const fault = faultOfRecord(record, before, keys) ?? (await faultOfCheckpoints(record, ledgers));
    if (fault !== null) return fault;
    before = record;
    verdict.records += 1;
  }
  const cut = await firstOf(ledgers, (ledger) => ledger.beyond(before.seq));
  verdict.checkpoints = ledgers[0]?.count ?? 0;
  verdict.signed = ledgers[0]?.last ?? null;
  return cut;
}

async function firstOf(
  ledgers: readonly Ledger[],
  look: (ledger: Ledger) => Promise<TrailFault | null>,
): Promise<TrailFault | null> {
  for (const ledger of ledgers) {
    const fault = await look(ledger);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOfCheckpoints(record: ChainRecord, ledgers: readonly Ledger[]): Promise<TrailFault | null> {
  return firstOf(ledgers, (ledger) => ledger.compare(record));
}

async function* everyRecord({ db }: Trail): AsyncGenerator<ChainRecord> {
  let after = 0;
  for (;;) {
    const page = await db.within(sealingScope(), (tx) => listRecords(tx, after, recordsAtOnce));
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

function faultOfRecord(
  { seq, eventId, prev, hash, mac, event }: ChainRecord,
  before: { seq: number; hash: Buffer },
  keys: TrailKeys,
): TrailFault | null {
  if (seq !== before.seq + 1) return { kind: 'missing', seq: before.seq + 1 };
  if (event === null) return { kind: 'event-gone', seq, eventId };
  if (!isSame(prev, before.hash)) return { kind: 'unlinked', seq };
  if (!isSame(hash, hashRecord(seq, prev, event))) return { kind: 'altered', seq, eventId };
  if (!isSame(mac, macRecord(keys.records, hash))) return { kind: 'sealed-anew', seq, eventId };
  return null;
}

/** A file's checkpoints beside the records as they pass: one line at a time. */
class Ledger {
  readonly #checkpoints: AsyncGenerator<Checkpoint>;
  #next: Checkpoint | null | undefined;
  count = 0;
  last: { seq: number; at: string } | null = null;

  constructor(checkpoints: AsyncGenerator<Checkpoint>) {
    this.#checkpoints = checkpoints;
  }

  /** The next checkpoint; the first look decides how much of the file is read. */
  async peek(): Promise<Checkpoint | null> {
    if (this.#next === undefined) {
      const { value, done } = await this.#checkpoints.next();
      this.#next = done ? null : value;
    }
    return this.#next;
  }

  /** Holds a record against the checkpoints that signed it. */
  async compare({ seq, hash }: ChainRecord): Promise<TrailFault | null> {
    for (let one = await this.peek(); one !== null && one.seq <= seq; one = await this.peek()) {
      if (one.seq !== seq || !isSame(hash, Buffer.from(one.hash, 'hex')))
        return { kind: 'not-as-signed', seq: one.seq, checkpoint: one.number, at: one.at };
      this.#next = undefined;
      this.count += 1;
      this.last = { seq, at: one.at };
    }
    return null;
  }

  /** What the last record should have been followed by. */
  async beyond(seq: number): Promise<TrailFault | null> {
    const one = await this.peek();
    if (one === null) return null;
    return { kind: 'cut-off', seq: seq + 1, signedSeq: one.seq, checkpoint: one.number, at: one.at };
  }
}

/** Every event has its record or waits for it. */
async function verifyEvents({ db }: Trail): Promise<TrailFault | null> {
  let after = 0;
  for (;;) {
    const { last, stray } = await db.within(sealingScope(), (tx) => findStray(tx, after, eventsAtOnce));
    if (stray !== null) return { kind: 'stray', eventId: stray };
    if (last === null) return null;
    after = last;
  }
}
