import { createApiClient } from '@medcloud/contract/api-client';
import { readStored, storageKeys } from '../../lib/storage.ts';
import { callSource } from './call-source.ts';

/**
 * The API client of this browser. Each call reads the stored session id again. A session that it begins is valid only
 * beside its cookie: the stored id alone opens nothing elsewhere.
 */
export const api = createApiClient({
  headers: { 'x-session-binding': 'cookie' },
  sessionId: () => readStored(storageKeys.session),
  fetch: (...call) => callSource().fetch(...call),
});
