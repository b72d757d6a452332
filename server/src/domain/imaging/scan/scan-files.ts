import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { ClamdSession, ScanResult } from '../../../platform/outbound/clamd/clamd-session.ts';
import { ScannerError } from '../../../platform/outbound/clamd/scanner-error.ts';
import type { ExamContentName } from '../../core/column-values.ts';
import type { AppContext } from '../../core/context.ts';
import { maxFindings, type ScanFindings } from '../../exams/scan-findings.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { readExtractableChunks } from '../members/member-chunks.ts';
import { listMembers } from '../members/members.ts';
import { createRandomAccess } from '../worker/encrypted-random-access.ts';
import { scanFile } from './scan-file.ts';

export interface ScanOutcome {
  findings: ScanFindings;
  /** A limit of the scanner is too small for one of the files, or the exam took longer than 30 minutes. */
  isLimited: boolean;
}

/** An exam may not occupy a worker for longer. Checked at each chunk, so the reply to the last file may come later. */
const maxScanMs = 30 * 60_000;

export interface FileToScan {
  content: ExamContentName;
  objectKey: ObjectKey;
}

/** `session` is used first, and stays the caller's to close; `openSession` connects again. */
export interface ScannerSessions {
  session: ClamdSession;
  openSession: () => Promise<ClamdSession>;
}

/**
 * Scans an exam's file, and each member of an archive on its own: the scanner unpacks archives too, but only up to its
 * limits. Streams everything. What 30 minutes do not suffice for counts as limited. Rejects with `ScannerError` and
 * `BlobError`.
 */
export async function scanFiles(
  { objects, clock }: Pick<AppContext, 'objects' | 'clock'>,
  sessions: ScannerSessions,
  file: FileToScan,
): Promise<ScanOutcome> {
  const endsAt = clock.now().getTime() + maxScanMs;
  const scanner = new ExamScanner(sessions, () => clock.now().getTime() >= endsAt);
  try {
    const read = () => objects.readTransientChunks(file.objectKey);
    if (file.content !== 'zip') return toOutcome([{ name: '', result: await scanFile(scanner, read).catch(toUnread) }]);
    const archiveResult = await scanner.scan(await read());
    const members = await scanMembers(objects, scanner, file.objectKey);
    return toOutcome([...members, ...resultsOfArchive(archiveResult, members)]);
  } finally {
    scanner.close();
  }
}

interface ScannedFile {
  name: string;
  result: ScanResult;
}

const undeclaredBytes = 100_000_000;
const tooLarge: ScanResult = { kind: 'limit', limit: 'size' };

/** Returns the members that are not clean: all up to the first 20 that a virus was found in. */
async function scanMembers(
  objects: AppContext['objects'],
  scanner: ExamScanner,
  objectKey: ObjectKey,
): Promise<ScannedFile[]> {
  const original = createRandomAccess(await objects.open(objectKey));
  const budget = { remainingBytes: undeclaredBytes };
  const noticed: ScannedFile[] = [];
  let infectedCount = 0;
  try {
    for (const member of await listMembers(original, 'zip')) {
      if (scanner.isLate) {
        noticed.push({ name: member.name, result: tooLarge });
        break;
      }
      const result = await scanFile(scanner, () => readExtractableChunks(original, member, budget)).catch(toUnread);
      if (result.kind !== 'clean') noticed.push({ name: member.name, result });
      if (result.kind === 'found') infectedCount += 1;
      if (infectedCount >= maxFindings) break;
    }
  } finally {
    await original.close();
  }
  return noticed;
}

/** The scanner has not seen what other programs extract from a damaged member, up to the damage. */
function toUnread(error: unknown): ScanResult {
  if (error instanceof ImagingFault && error.code === 'damaged') return tooLarge;
  throw error;
}

const isInfected = ({ result }: ScannedFile) => result.kind === 'found';

/**
 * Returns what counts of an archive's own scan: a virus that was found in no member, and a size that the scanner did not
 * take. How deep it unpacked the archive does not matter, because each member was scanned.
 */
function resultsOfArchive(result: ScanResult, members: readonly ScannedFile[]): ScannedFile[] {
  const isIgnored =
    result.kind === 'found' ? members.some(isInfected) : result.kind === 'limit' && result.limit === 'depth';
  return isIgnored ? [] : [{ name: '', result }];
}

function toOutcome(files: readonly ScannedFile[]): ScanOutcome {
  return {
    findings: files
      .flatMap(({ name, result }) => (result.kind === 'found' ? [{ file: name, virus: result.virus }] : []))
      .slice(0, maxFindings),
    isLimited: files.some(({ result }) => result.kind === 'limit'),
  };
}

const hangUpCodes: ReadonlySet<string> = new Set(['epipe', 'econnreset']);

/** The time of the exam is over. */
class LateError extends Error {}

/** Scans the files of one exam. Connects again after a file that ended the session. */
class ExamScanner {
  readonly #openSession: () => Promise<ClamdSession>;
  readonly #isLate: () => boolean;
  #session: ClamdSession | undefined;

  constructor({ session, openSession }: ScannerSessions, isLate: () => boolean) {
    this.#session = session;
    this.#openSession = openSession;
    this.#isLate = isLate;
  }

  /** True once the time of the exam is over: nothing more is scanned. */
  get isLate(): boolean {
    return this.#isLate();
  }

  async scan(chunks: AsyncIterable<Uint8Array>): Promise<ScanResult> {
    if (this.#session?.isOver) this.close();
    this.#session ??= await this.#openSession();
    return await this.#session.scan(this.#whileInTime(chunks)).catch((error: unknown) => this.#toResult(error));
  }

  async *#whileInTime(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (this.isLate) throw new LateError('The scan of the exam took too long.');
      yield chunk;
    }
  }

  /**
   * A scanner that stops taking a file and still accepts connections has reached its limit: it says so and hangs up, and
   * what it said is lost if the next write fails first (with clamd, often).
   */
  async #toResult(error: unknown): Promise<ScanResult> {
    if (error instanceof LateError) return tooLarge;
    if (!(error instanceof ScannerError) || error.phase !== 'send' || !hangUpCodes.has(error.code)) throw error;
    this.close();
    this.#session = await this.#openSession();
    return tooLarge;
  }

  close(): void {
    this.#session?.close();
    this.#session = undefined;
  }
}
