import type { Uuid } from '../../platform/ids/ids.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { BackupError } from './backup-error.ts';
import { readLines } from './parts.ts';

/** One stored file of a backup: the sealed container, not what is in it. */
export interface ListedObject {
  readonly id: Uuid;
  readonly bytes: number;
  readonly sha256: string;
}

export function formatLine({ id, bytes, sha256 }: ListedObject): string {
  return `${id} ${bytes} ${sha256}\n`;
}

/** The objects of a backup in the order of their ids. */
export async function* readObjectList(path: string): AsyncGenerator<ListedObject> {
  for await (const line of readLines(path)) {
    const [id = '', bytes = '', sha256 = ''] = line.split(' ');
    if (!isUuid(id)) throw new BackupError(`${path} holds a line that names no file: it is damaged.`);
    yield { id, bytes: Number(bytes), sha256 };
  }
}

/** Walks a sorted list beside another walk: answers what it says of an id, or null. Ids must be asked in order. */
export class SortedLookup {
  readonly #list: AsyncIterator<ListedObject>;
  #current: ListedObject | null | undefined;

  constructor(list: AsyncIterable<ListedObject>) {
    this.#list = list[Symbol.asyncIterator]();
  }

  async find(id: string): Promise<ListedObject | null> {
    if (this.#current === undefined) await this.#step();
    while (this.#current && this.#current.id < id) await this.#step();
    return this.#current?.id === id ? this.#current : null;
  }

  async close(): Promise<void> {
    await this.#list.return?.();
  }

  async #step(): Promise<void> {
    const next = await this.#list.next();
    this.#current = next.done ? null : next.value;
  }
}

/** Those of the first list that the second does not have. Both sorted. */
export async function* excludeObjects(
  list: AsyncIterable<ListedObject>,
  other: AsyncIterable<ListedObject>,
): AsyncGenerator<ListedObject> {
  const lookup = new SortedLookup(other);
  try {
    for await (const object of list) if ((await lookup.find(object.id)) === null) yield object;
  } finally {
    await lookup.close();
  }
}
