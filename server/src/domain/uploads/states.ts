import type { Transitions } from '../../platform/db/transitions.ts';

export type UploadState = 'open' | 'verifying' | 'stored' | 'rejected' | 'aborted';

const unfinished = {
  write: 'open',
  verify: 'verifying',
  reopen: 'open',
  store: 'stored',
  reject: 'rejected',
  abort: 'aborted',
  expire: 'aborted',
} as const;

/**
 * The states of a resumable upload. Except `expire`, an act also needs the upload as its request took it over
 * (`holds`). `write` saves the offset, `verify` starts the check of the complete file, and `reopen` follows a check that
 * failed for another reason than the file. `abort` is the center's act, a damaged object's or a restore's; `expire`
 * comes after 48 hours without activity.
 */
export const uploadTransitions = {
  open: unfinished,
  verifying: unfinished,
  stored: {},
  rejected: {},
  aborted: {},
} as const satisfies Transitions<UploadState>;
