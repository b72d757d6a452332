import { chainScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { ChainKeys } from '../chain/chain-keys.ts';
import type { Checkpoint } from '../chain/checkpoint.ts';
import { readLastCheckpoint, readReceipts } from '../chain/checkpoint-file.ts';
import { findCheckpointLines } from '../chain/store.ts';
import type { ChainFault } from '../chain/verdict.ts';
import { type Anchor, ForgedAnchorError, findAnchor } from './anchor.ts';
import type { AnchorPlace, ListOptions, StoredLine } from './places.ts';

/** Something that anchors are read back from: a place, or a folder with checkpoint files and time stamps. */
export interface AnchorSource {
  name: string;
  /** Lists lines, the greatest number first. Throws what reading throws. */
  list(options: ListOptions): AsyncIterable<readonly (Omit<StoredLine, 'number'> & { number: number | null })[]>;
}

/** Some anchors of a source, and what is wrong with others. */
export interface AnchorPage {
  anchors: readonly Anchor[];
  faults: readonly ChainFault[];
}

/** Lists what anchors can be read back from. The first folder is the data folder's: what it has goes with the data. */
export function openSources({
  places,
  folders,
}: {
  places: readonly Pick<AnchorPlace, 'name' | 'list'>[];
  folders: readonly string[];
}): AnchorSource[] {
  return [
    ...folders.slice(1).map((folder) => toSource(folder, () => readCopy(folder))),
    ...folders.map((folder) => toSource(`the time stamps in ${folder}`, () => readReceipts(folder))),
    ...places.flatMap(({ name, list }) => (list === undefined ? [] : [{ name, list }])),
  ];
}

/** Creates the options of `AnchorSource.list`: lines come from the database. */
export function toListOptions({ db }: Pick<AppContext, 'db'>, getSignal: () => AbortSignal): ListOptions {
  return { getSignal, findLines: (numbers) => db.within(chainScope(), (tx) => findCheckpointLines(tx, numbers)) };
}

function toSource(name: string, read: () => Promise<string[]>): AnchorSource {
  return {
    name,
    async *list() {
      yield (await read()).map((line) => ({ line, number: null }));
    },
  };
}

async function readCopy(folder: string): Promise<string[]> {
  const last = await readLastCheckpoint(folder);
  return last === null ? [] : [last.line];
}

/**
 * Reads the anchors of a source, page by page. A checkpoint that is not signed by this portal, that is where another one
 * belongs, or that has the number of a different one is a fault.
 */
export async function* readAnchors(
  { name, list }: AnchorSource,
  keys: Pick<ChainKeys, 'verifying'>,
  options: ListOptions,
): AsyncGenerator<AnchorPage> {
  let last: Checkpoint | undefined;
  for await (const lines of list(options)) {
    const anchors: Anchor[] = [];
    const faults: ChainFault[] = [];
    for (const stored of lines) {
      const found = checkLine(stored, name, keys);
      if ('kind' in found) {
        faults.push(found);
        continue;
      }
      anchors.push(found.anchor);
      const { checkpoint } = found.anchor.signed;
      // versions of one number follow each other, and signatures of the same content are the same
      if (last?.number === checkpoint.number && last.signature !== checkpoint.signature)
        faults.push({ kind: 'anchors-contradict', checkpoint: checkpoint.number, place: name });
      last = checkpoint;
    }
    yield { anchors, faults };
  }
}

type SignedAnchor = Anchor & { signed: NonNullable<Anchor['signed']> };

function checkLine(
  { line, number }: { line: string; number: number | null },
  place: string,
  keys: Pick<ChainKeys, 'verifying'>,
): { anchor: SignedAnchor } | ChainFault {
  try {
    const anchor = findAnchor(line, place, keys);
    if (anchor === null || anchor.signed === null) return { kind: 'anchor-forged', place };
    const { signed } = anchor;
    if (number !== null && signed.checkpoint.number !== number)
      return { kind: 'anchor-misplaced', checkpoint: signed.checkpoint.number, place };
    return { anchor: { ...anchor, signed } };
  } catch (error) {
    if (error instanceof ForgedAnchorError) return { kind: 'anchor-forged', place };
    throw error;
  }
}

// A place gets at most one checkpoint every 20 seconds: more than an hour's.
const maxNewest = 200;

/** Reads the newest anchors of a source: those with its 200 greatest numbers. Passes over faulty ones. */
export async function readNewestAnchors(
  source: AnchorSource,
  keys: Pick<ChainKeys, 'verifying'>,
  options: ListOptions,
): Promise<Anchor[]> {
  const newest: Anchor[] = [];
  const numbers = new Set<number | undefined>();
  for await (const { anchors } of readAnchors(source, keys, options)) {
    for (const anchor of anchors) {
      numbers.add(anchor.signed?.checkpoint.number);
      if (numbers.size > maxNewest) return newest;
      newest.push(anchor);
    }
  }
  return newest;
}
