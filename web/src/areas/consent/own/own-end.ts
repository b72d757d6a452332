import { ApiError } from '@medcloud/contract/api-client';

/** Why the pictures are closed: their 30 minutes or the link ended, or the date of birth was wrong three times. */
export type OwnEnd = 'closed' | 'spent';

/** Returns why an error closes the pictures, or null if it does not. */
export function readEnd(error: unknown): OwnEnd | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'closed';
  return error.issue.startsWith('codes_') ? 'spent' : null;
}

/** As `ownViewingMs` of the contract, whose shapes are not loaded here. */
export const viewingMinutes = 30;
