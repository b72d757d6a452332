import { useEffect, useRef, useState } from 'react';
import { createPacking } from '../packing.ts';
import type { Origin } from '../queue.ts';
import type { DroppedFile } from './dropped-files.ts';
import { planUpload } from './plan-upload.ts';
import type { DropPerson, DropSummary } from './summarize-drop.ts';

interface DropState {
  files: readonly DroppedFile[];
  phase: 'none' | 'reading' | 'read' | 'unreadable';
  /** So many were read so far. */
  readCount: number;
  summary: DropSummary | null;
  /** Whose exam is next, by place among the persons found. */
  personIndex: number;
  /** Keys of series that were unticked. */
  excludedKeys: ReadonlySet<string>;
}

const emptyState: DropState = {
  files: [],
  phase: 'none',
  readCount: 0,
  summary: null,
  personIndex: 0,
  excludedKeys: new Set(),
};

/** A file to send, and how it is found again after a reload. */
export interface PreparedFile extends Origin {
  file: File;
}

export interface DroppedFiles extends DropState {
  /** Takes files in place of those before, and reads them. Answers whom they name first, once that is known. */
  choose: (files: readonly DroppedFile[]) => Promise<DropPerson | undefined>;
  remove: () => void;
  toggle: (key: string) => void;
  /** The next person's exam of the same drop; without one nothing is left. */
  nextPerson: () => void;
  /** What was found, once it is: null where the files could not be read here. */
  waitForSummary: () => Promise<DropSummary | null>;
  /** The file to send for the person whose turn it is. Fails with `DropUnreadable`. Null where no series is ticked. */
  prepareFile: () => Promise<PreparedFile | null>;
}

/** Files that wait to become exams, and what was read of them. The code that reads them comes with the first. */
export function useDroppedFiles(): DroppedFiles {
  const [state, setState] = useState<DropState>(emptyState);
  const reading = useRef<{ controller: AbortController; result: Promise<DropSummary | null> } | null>(null);
  const preparedFiles = useRef(new Map<string, PreparedFile>());
  useEffect(() => () => reading.current?.controller.abort(), []);

  const remove = () => {
    reading.current?.controller.abort();
    reading.current = null;
    preparedFiles.current.clear();
    setState(emptyState);
  };
  const choose = async (files: readonly DroppedFile[]) => {
    remove();
    const controller = new AbortController();
    const result = readDroppedFiles(files, controller.signal, (readCount) =>
      setState((previous) => ({ ...previous, readCount })),
    );
    reading.current = { controller, result };
    setState({ ...emptyState, files, phase: 'reading' });
    const summary = await result;
    if (controller.signal.aborted) return undefined;
    setState((previous) => ({ ...previous, phase: summary ? 'read' : 'unreadable', summary }));
    return summary?.persons[0];
  };
  const nextPerson = () => {
    if (state.summary && state.personIndex + 1 < state.summary.persons.length)
      setState({ ...state, personIndex: state.personIndex + 1 });
    else remove();
  };
  const toggle = (key: string) => {
    const excludedKeys = new Set(state.excludedKeys);
    if (!excludedKeys.delete(key)) excludedKeys.add(key);
    setState({ ...state, excludedKeys });
  };
  const prepareFile = async () => {
    const summary = (await reading.current?.result) ?? null;
    const plan = planUpload(state.files, summary, state.personIndex, state.excludedKeys);
    if (plan === null) return null;
    if ('file' in plan) return { file: plan.file, handle: plan.handle, path: plan.path };
    const key = JSON.stringify(plan.series.map((one) => one.key));
    const cached = preparedFiles.current.get(key);
    if (cached) return cached;
    const { packInWorker } = await import('./run-in-worker.ts');
    const refs = plan.series.flatMap((one) => one.files);
    const file = await packInWorker(state.files, refs, plan.name, new AbortController().signal);
    const prepared = { file, isPacked: true, packing: createPacking(state.files, refs) };
    preparedFiles.current.set(key, prepared);
    return prepared;
  };
  return {
    ...state,
    choose,
    remove,
    toggle,
    nextPerson,
    waitForSummary: async () => (await reading.current?.result) ?? null,
    prepareFile,
  };
}

/** Null where the files could not be read: of a single one the portal will say what it is. */
async function readDroppedFiles(
  files: readonly DroppedFile[],
  signal: AbortSignal,
  onProgress: (files: number) => void,
): Promise<DropSummary | null> {
  try {
    const { readInWorker } = await import('./run-in-worker.ts');
    return await readInWorker(files, onProgress, signal);
  } catch (error) {
    if (!signal.aborted) console.error(error);
    return null;
  }
}
