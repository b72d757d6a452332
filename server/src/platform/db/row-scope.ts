/**
 * The scope of a transaction for row-level security. Only `domain/authorization` has its subclasses and creates them: a
 * function without a scope cannot read a row.
 */
export abstract class RowScope {
  /** Makes the type nominal, so an object literal is not a scope. */
  protected readonly minted = true;
  /** The session's id, for the scope functions of the database. */
  abstract readonly session: string | null;
  /** SHA-256 of a consent link's token, in hex. */
  abstract readonly link: string | null;
  /** Purpose of background work, in addition to a principal or instead of one. */
  abstract readonly system: string | null;
  /** The single exam that the portal indexes. */
  readonly exam: string | null = null;
  /** Database role of the transaction: the application's, or the one that may only extend the audit chain. */
  readonly role: 'medcloud_app' | 'medcloud_sealer' = 'medcloud_app';
}

const safe = /^[0-9a-z-]*$/;

/**
 * Returns BEGIN, role and scope as one text, which costs one round trip. The values are part of the text. Throws
 * `TypeError` for anything but lower-case letters, digits and dashes: a programming error, never the client's.
 */
export function beginStatement(
  scope: RowScope,
  clockOffsetMs: number,
  begin: 'BEGIN' | 'BEGIN READ ONLY' = 'BEGIN',
): string {
  const values = {
    session: scope.session ?? '',
    link: scope.link ?? '',
    system: scope.system ?? '',
    exam: scope.exam ?? '',
  };
  for (const value of Object.values(values))
    if (!safe.test(value)) throw new TypeError('A scope has a value that is not safe in SQL text.');
  return [
    begin,
    `SET LOCAL ROLE ${scope.role}`,
    `SET LOCAL medcloud.session = '${values.session}'`,
    `SET LOCAL medcloud.link = '${values.link}'`,
    `SET LOCAL medcloud.system = '${values.system}'`,
    ...(values.exam === '' ? [] : [`SET LOCAL medcloud.exam = '${values.exam}'`]),
    ...(clockOffsetMs === 0 ? [] : [`SET LOCAL medcloud.clock_offset_ms = '${Math.round(clockOffsetMs)}'`]),
  ].join('; ');
}
