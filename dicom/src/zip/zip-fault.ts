/**
 * Reasons to reject an archive. `unreadable`: it is damaged or uses an unsupported feature. `unsafe`: it is crafted to
 * mislead or overload programs that open it.
 */
const zipFaults = {
  not_a_zip: { verdict: 'unreadable', meaning: 'it does not begin as a ZIP archive does' },
  torn: { verdict: 'unreadable', meaning: 'its directory, or a member the directory names, is missing or incomplete' },
  encrypted: { verdict: 'unreadable', meaning: 'a member is encrypted' },
  unsupported_method: { verdict: 'unreadable', meaning: 'a member is neither stored nor deflated' },
  multi_disk: { verdict: 'unreadable', meaning: 'it is one part of an archive that was split' },
  ambiguous_end: { verdict: 'unsafe', meaning: 'it names two directories, so that two programs may see two archives' },
  overlap: { verdict: 'unsafe', meaning: 'two members share bytes' },
  duplicate_local_header: { verdict: 'unsafe', meaning: 'two entries of the directory name the same member' },
  hidden_member: { verdict: 'unsafe', meaning: 'it has a member that its directory does not name' },
  duplicate_name: { verdict: 'unsafe', meaning: 'two members have the same name' },
  name_too_long: { verdict: 'unsafe', meaning: 'a name is longer than any file system takes' },
  headers_disagree: { verdict: 'unsafe', meaning: 'a member says of itself what the directory does not' },
  lies_about_size: { verdict: 'unsafe', meaning: 'the sizes given for a member contradict each other' },
  leaves_archive: { verdict: 'unsafe', meaning: 'a name leads out of the folder the archive is opened in' },
  symlink: { verdict: 'unsafe', meaning: 'a member is a symbolic link' },
  too_many_entries: { verdict: 'unsafe', meaning: 'it has more entries than are taken' },
  too_large_expanded: { verdict: 'unsafe', meaning: 'it says it expands to more than is taken' },
} as const satisfies Record<string, { verdict: 'unreadable' | 'unsafe'; meaning: string }>;

export type ZipFaultCode = keyof typeof zipFaults;

/** Why an archive was rejected. `member` is the name of the affected member, if there is one. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
  readonly code: ZipFaultCode;
  readonly member: string | undefined;

  constructor(code: ZipFaultCode, member?: string) {
    super(`The archive was refused: ${zipFaults[code].meaning}`);
    this.code = code;
    this.member = member;
  }
}

/**
 * Returns whether a fault means a damaged archive (`unreadable_archive` to the client) or a hostile one
 * (`unsafe_archive`).
 */
export function verdictOf(code: ZipFaultCode): 'unreadable' | 'unsafe' {
  return zipFaults[code].verdict;
}
