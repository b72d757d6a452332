/**
 * What a transaction tells the database about whom it serves. Its subclasses stand in `domain/authorization`, which alone
 * makes them: a function that is not handed a scope cannot read a row.
 */
export abstract class RowScope {
  /** Makes the type nominal: no object literal passes for a scope. */
  protected readonly minted = true;
  /** The session's id, for the scope functions of the database. */
  abstract readonly session: string | null;
  /** SHA-256 of a consent link's token, in hex. */
  abstract readonly link: string | null;
  /** What the portal itself is about, beside or instead of a person. */
  abstract readonly system: string | null;
  /** The one exam that the portal prepares for viewing. */
  readonly exam: string | null = null;
  /** The role of its transactions: the application's, or the one that may only seal the audit trail. */
  readonly role: 'medcloud_app' | 'medcloud_sealer' = 'medcloud_app';
}

const safe = /^[0-9a-z-]*$/;

/**
 * BEGIN, the role and the scope in one text, so that they cost one round trip. The values are written into the text, so
 * anything but lower-case letters, digits and dashes is refused (TypeError: a programming error, never a caller's).
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
    if (!safe.test(value)) throw new TypeError('A scope holds a value that SQL text cannot carry.');
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
