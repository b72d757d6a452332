import { createApiClient } from '@medcloud/contract/api-client';
import { readStored, storageKeys } from '../../lib/storage.ts';

/** The portal as this browser calls it: the stored session id is read anew for each call. */
export const api = createApiClient({ sessionId: () => readStored(storageKeys.session) });
