import { useEffect, useRef, useState } from 'react';
import { packingOf } from '../packing.ts';
import type { Origin } from '../queue.ts';
import type { DropFound, PersonFound } from './drop-found.ts';
import type { DroppedFile } from './dropped-files.ts';
import { planOf } from './plan-drop.ts';

interface State {
  files: readonly DroppedFile[];
  phase: 'none' | 'reading' | 'read' | 'unreadable';
  /** So many were read so far. */
  readFiles: number;
  found: DropFound | null;
  /** Whose exam is next, by place among the persons found. */
  person: number;
  /** Keys of series that were unticked. */
  off: ReadonlySet<string>;
}

const nothing: State = { files: [], phase: 'none', readFiles: 0, found: null, person: 0, off: new Set() };

/** A file to send, and how it is found again after a reload. */
export interface Ready extends Origin {
  file: File;
}

export interface Drop extends State {
  /** Takes files in place of those before, and reads them. Answers whom they name first, once that is known. */
  choose: (files: readonly DroppedFile[]) => Promise<PersonFound | undefined>;
  remove: () => void;
  toggle: (key: string) => void;
  /** The next person's exam of the same drop; without one nothing is left. */
  next: () => void;
  /** What was found, once it is: null where the files could not be read here. */
  settled: () => Promise<DropFound | null>;
  /** The file to send for the person whose turn it is. Fails with `DropUnreadable`. Null where no series is ticked. */
  toSend: () => Promise<Ready | null>;
}

/** Files that wait to become exams, and what was read of them. The code that reads them comes with the first. */
export function useDrop(): Drop {
  const [state, setState] = useState<State>(nothing);
  const reading = useRef<{ stop: AbortController; end: Promise<DropFound | null> } | null>(null);
  const packed = useRef(new Map<string, Ready>());
  useEffect(() => () => reading.current?.stop.abort(), []);

  const remove = () => {
    reading.current?.stop.abort();
    reading.current = null;
    packed.current.clear();
    setState(nothing);
  };
  const choose = async (files: readonly DroppedFile[]) => {
    remove();
    const stop = new AbortController();
    const end = readDropped(files, stop.signal, (readFiles) => setState((before) => ({ ...before, readFiles })));
    reading.current = { stop, end };
    setState({ ...nothing, files, phase: 'reading' });
    const found = await end;
    if (stop.signal.aborted) return undefined;
    setState((before) => ({ ...before, phase: found ? 'read' : 'unreadable', found }));
    return found?.persons[0];
  };
  const next = () => {
    if (state.found && state.person + 1 < state.found.persons.length) setState({ ...state, person: state.person + 1 });
    else remove();
  };
  const toggle = (key: string) => {
    const off = new Set(state.off);
    if (!off.delete(key)) off.add(key);
    setState({ ...state, off });
  };
  const toSend = async () => {
    const found = (await reading.current?.end) ?? null;
    const plan = planOf(state.files, found, state.person, state.off);
    if (plan === null) return null;
    if ('file' in plan) return { file: plan.file, handle: plan.handle, path: plan.path };
    const key = JSON.stringify(plan.series.map((one) => one.key));
    const kept = packed.current.get(key);
    if (kept) return kept;
    const { packInWorker } = await import('./ask-worker.ts');
    const refs = plan.series.flatMap((one) => one.files);
    const file = await packInWorker(state.files, refs, plan.name, new AbortController().signal);
    const ready = { file, isPacked: true, packing: packingOf(state.files, refs) };
    packed.current.set(key, ready);
    return ready;
  };
  return { ...state, choose, remove, toggle, next, settled: async () => (await reading.current?.end) ?? null, toSend };
}

/** Null where the files could not be read: of a single one the portal will say what it is. */
async function readDropped(
  files: readonly DroppedFile[],
  signal: AbortSignal,
  told: (files: number) => void,
): Promise<DropFound | null> {
  try {
    const { readInWorker } = await import('./ask-worker.ts');
    return await readInWorker(files, told, signal);
  } catch (error) {
    if (!signal.aborted) console.error(error);
    return null;
  }
}
