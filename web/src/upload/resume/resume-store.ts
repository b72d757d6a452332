import type { StoredPacking } from '../packing.ts';
import type { UploadFields } from '../queue.ts';

/** An upload as this browser remembers it while it waits or is under way: no byte of the file, only what takes it up again. */
export interface ResumeState {
  /** Its idempotency key, by which the portal finds it too. */
  key: string;
  /** Who began it. */
  owner: string;
  fields: UploadFields;
  patientName: string;
  name: string;
  sizeBytes: number;
  /** SHA-256 of the parts that arrived, in hex, by their places. */
  digests: string[];
  /** By which the browser reads the file again, where it gives such. */
  handle?: FileSystemHandle | undefined;
  path?: string | undefined;
  /** A packing is kept beside. */
  isPacked?: boolean | undefined;
  /** When it was asked for, in milliseconds since 1970. */
  addedAt?: number | undefined;
  /** False while it waits for its turn: the portal has not heard of it. */
  isBegun?: boolean | undefined;
}

export interface ResumeStore {
  /** In the order in which they were asked for. */
  list: (owner: string) => Promise<ResumeState[]>;
  put: (upload: ResumeState) => Promise<void>;
  /** Beside the upload, since it is long and never changes. */
  packing: (key: string) => Promise<StoredPacking | undefined>;
  putPacking: (key: string, packing: StoredPacking) => Promise<void>;
  /** With its packing. */
  remove: (key: string) => Promise<void>;
}

const store = 'uploads';
// it has no owner, and so is no upload to whoever lists them
const packingKey = (key: string) => `${key}/packing`;

/** The uploads that this browser remembers, in IndexedDB. Where it has none, nothing is remembered: uploads go on without. */
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
  const request = indexedDB.open('medcloud-uploads', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'key' });
  return resultOf(request);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
