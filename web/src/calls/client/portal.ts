import { caller } from '@medcloud/contract/caller';
import { readStored, storageKeys } from '../../lib/storage.ts';

/** The portal as this browser calls it: the stored session id is read anew for each call. */
export const portal = caller({ sessionId: () => readStored(storageKeys.session) });
