import { Fault } from '@medcloud/contract/faults';
import { newKey, unwrapKey, wrapKey } from '../../platform/blobs/keys.ts';
import type { Random } from '../../platform/ids/random.ts';

/** A wrapped key and the id of the master key that wrapped it. */
export interface MasterWrapped {
  masterId: number;
  wrapped: Buffer;
}

const idBytes = 4;

/**
 * The master keys in memory: one, or two while a rotation rewraps. New keys are wrapped by the newest. A key stays until
 * the process ends, because rows read before a rewrap may still be in use.
 */
export class MasterKeys {
  readonly #keys = new Map<number, Buffer>();

  add(id: number, key: Buffer): void {
    this.#keys.set(id, key);
  }

  has(id: number): boolean {
    return this.#keys.has(id);
  }

  /** Returns the id of the newest master key, which wraps new keys. */
  get newestId(): number {
    return Math.max(...this.#keys.keys());
  }

  /** Throws `unavailable` if this process has not loaded the key yet. */
  get(id: number): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw new Fault('unavailable');
    return key;
  }

  /** Wraps a key by the newest master key. */
  wrap(key: Buffer, context: string, random: Random): MasterWrapped {
    const masterId = this.newestId;
    return { masterId, wrapped: wrapKey(this.get(masterId), key, context, random) };
  }

  /** Creates a key, wrapped by the newest master key. */
  wrapNew(context: string, random: Random): MasterWrapped {
    return this.wrap(newKey(random), context, random);
  }

  /** Throws `corrupt` unless master, context and every byte are the same; `unavailable` for an unknown master. */
  unwrap({ masterId, wrapped }: MasterWrapped, context: string): Buffer {
    return unwrapKey(this.get(masterId), wrapped, context);
  }
}

/** Parses the id of the master key and the wrapped key, as `reads.ts` selects both in one value. */
export function parseMasterWrapped(value: Buffer): MasterWrapped {
  return { masterId: value.readInt32BE(0), wrapped: value.subarray(idBytes) };
}
