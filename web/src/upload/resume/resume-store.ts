import type { StoredPacking } from '../packing.ts';
import type { UploadFields } from '../queue.ts';

/** The stored state of a waiting or running upload. Contains no bytes of the file, only the data needed to resume. */
export interface ResumeState {
  /** Idempotency key, which also identifies the upload on the server. */
  key: string;
  /** Id of the user who started it. */
  owner: string;
  fields: UploadFields;
  patientName: string;
  name: string;
  sizeBytes: number;
  /** SHA-256 of the sent parts in hex, by part index. */
  digests: string[];
  /** Handle to read the file again, if the browser provides one. */
  handle?: FileSystemHandle | undefined;
  path?: string | undefined;
  /** The upload has a stored packing. */
  isPacked?: boolean | undefined;
  /** When it was added, in milliseconds since 1970. */
  addedAt?: number | undefined;
  /** False while it waits for its turn: the server does not know it yet. */
  isBegun?: boolean | undefined;
}

export interface ResumeStore {
  /** Lists the owner's uploads in the order they were added. */
  list: (owner: string) => Promise<ResumeState[]>;
  put: (upload: ResumeState) => Promise<void>;
  /** Stored separately from the upload, because it is large and never changes. */
  packing: (key: string) => Promise<StoredPacking | undefined>;
  putPacking: (key: string, packing: StoredPacking) => Promise<void>;
  /** Deletes the upload and its packing. */
  remove: (key: string) => Promise<void>;
}

/** The database in IndexedDB. An upload begun before an update of the portal is resumed after it. */
export const resumeDatabase = { name: 'medcloud-uploads', version: 1, store: 'uploads', keyPath: 'key' } as const;
const { store } = resumeDatabase;
// a packing has no owner, so `list` skips it
export const packingKey = (key: string) => `${key}/packing`;

/**
 * Opens the store of this browser's uploads in IndexedDB. Without IndexedDB its methods reject; uploads work without
 * it.
 */
export function openResumeStore(): ResumeStore {
  const database = openDatabase();
  const runRequest = async <T>(mode: IDBTransactionMode, request: (uploads: IDBObjectStore) => IDBRequest<T>) => {
    const transaction = (await database).transaction(store, mode);
    return await resultOf(request(transaction.objectStore(store)));
  };
  return {
    list: async (owner) =>
      (await runRequest<ResumeState[]>('readonly', (uploads) => uploads.getAll()))
        .filter((state) => state.owner === owner)
        .sort((one, other) => (one.addedAt ?? 0) - (other.addedAt ?? 0)),
    put: async (upload) => void (await runRequest('readwrite', (uploads) => uploads.put(upload))),
    packing: (key) => runRequest<StoredPacking | undefined>('readonly', (uploads) => uploads.get(packingKey(key))),
    putPacking: async (key, packing) =>
      void (await runRequest('readwrite', (uploads) => uploads.put({ ...packing, key: packingKey(key) }))),
    remove: async (key) =>
      void (await runRequest('readwrite', (uploads) => uploads.delete(IDBKeyRange.bound(key, packingKey(key))))),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const { name, version, keyPath } = resumeDatabase;
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath });
  return resultOf(request);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
