import { Fault } from '@medcloud/contract/faults';

/**
 * Returns whether an act failed only because the tax authority is not that far: a credit note names the mark of its
 * invoice, and no series is issued before documents that only the authority has are taken over. It is repeated later.
 */
export const waitsForAuthority = (error: unknown) =>
  error instanceof Fault && (error.code === 'fiscal_pending' || error.code === 'series_behind');
