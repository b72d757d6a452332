/**
 * The scope of a transaction for row-level security. Only `domain/authorization` has its subclasses and creates them: a
 * function without a scope cannot read a row.
 */
export abstract class RowScope {
  /** Makes the type nominal, so an object literal is not a scope. */
  protected readonly isMinted = true;
  /** The session's id, for the scope functions of the database. */
  abstract readonly session: string | null;
  /** SHA-256 of a consent link's token, in hex. */
  abstract readonly link: string | null;
  /** Purpose of background work, in addition to a principal or instead of one. */
  abstract readonly system: string | null;
  /** The only record of a job: the exam that it indexes, or the message that it sends. */
  readonly subject: string | null = null;
}

const safe = /^[0-9a-z.-]*$/;

/**
 * Returns a scope as text, without its MAC (`scope-proof.ts`): session, link, system, subject, clock offset. Throws
 * `TypeError` for anything but lower-case letters, digits, dots and dashes: a programming error, never the client's.
 */
export function describeScope(scope: RowScope, clockOffsetMs: number): string {
  const { session, link, system, subject } = scope;
  const parts = [session ?? '', link ?? '', system ?? '', subject ?? '', describeOffset(clockOffsetMs)];
  if (!parts.every((part) => safe.test(part))) throw new TypeError('A scope has a value that is not safe in SQL text.');
  return parts.join(',');
}

/** Returns the scope that gives access to no row, as text. */
export function describeNoScope(clockOffsetMs: number): string {
  return `,,,,${describeOffset(clockOffsetMs)}`;
}

const describeOffset = (ms: number) => (ms === 0 ? '' : String(Math.round(ms)));
