import { createApiClient } from '@medcloud/contract/api-client';
import { readStored, storageKeys } from '../../lib/storage.ts';
import { callSource } from './call-source.ts';

/** The API client of this browser. Each call reads the stored session id again. */
export const api = createApiClient({
  sessionId: () => readStored(storageKeys.session),
  fetch: (...call) => callSource().fetch(...call),
});
