import { createApiClient } from '@medcloud/contract/api-client';
import { readStored, storageKeys } from '../../lib/storage.ts';
import { fetchStarted } from './started-calls.ts';

/** The API client of this browser. Each call reads the stored session id again. */
export const api = createApiClient({ sessionId: () => readStored(storageKeys.session), fetch: fetchStarted });
