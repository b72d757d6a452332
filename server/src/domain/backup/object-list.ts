import type { Uuid } from '../../platform/ids/ids.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { BackupError } from './backup-error.ts';
import type { PartFacts } from './manifest.ts';
import { readLines } from './parts.ts';

/** One stored file of a backup: size and hash of the encrypted container, not of its content. */
export interface ListedObject {
  readonly id: Uuid;
  readonly bytes: number;
  readonly sha256: string;
}

export function formatLine({ id, bytes, sha256 }: ListedObject): string {
  return `${id} ${bytes} ${sha256}\n`;
}

/** Reads the objects of a backup in the order of their ids. Verifies the list's hash if `facts` has it. */
export async function* readObjectList(path: string, facts: PartFacts | null): AsyncGenerator<ListedObject> {
  for await (const line of readLines(path, facts)) {
    const [id = '', bytes = '', sha256 = ''] = line.split(' ');
    if (!isUuid(id)) throw new BackupError(`${path} holds a line that names no file: it is damaged.`);
    yield { id, bytes: Number(bytes), sha256 };
  }
}

/** Looks up ids in a sorted list in one pass. Ids must come in ascending order. Returns null for an unlisted id. */
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

/** Yields the objects of the first list that the second lacks. Both must be sorted. */
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
