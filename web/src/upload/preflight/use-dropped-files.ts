import { useEffect, useRef, useState } from 'react';
import { createPacking } from '../packing.ts';
import type { Origin } from '../queue.ts';
import type { DroppedFile } from './dropped-files.ts';
import { planUpload } from './plan-upload.ts';
import type { DropSummary } from './summarize-drop.ts';

interface DropState {
  files: readonly DroppedFile[];
  phase: 'none' | 'reading' | 'read' | 'unreadable';
  /** Number of files read so far. */
  readCount: number;
  summary: DropSummary | null;
  /** Keys of deselected series. */
  excludedKeys: ReadonlySet<string>;
}

const emptyState: DropState = {
  files: [],
  phase: 'none',
  readCount: 0,
  summary: null,
  excludedKeys: new Set(),
};

/** A file to send, and how to find it again after a reload. */
export interface PreparedFile extends Origin {
  file: File;
}

export interface DroppedFiles extends DropState {
  /** Replaces the files and reads them. Resolves to nothing if they could not be read or were replaced meanwhile. */
  choose: (files: readonly DroppedFile[]) => Promise<DropSummary | undefined>;
  remove: () => void;
  toggle: (key: string) => void;
  /** Resolves to the summary, or null if the files could not be read. */
  waitForSummary: () => Promise<DropSummary | null>;
  /**
   * Returns the file to send for a person, or null if no series is selected. Rejects with `UnreadableFilesError`.
   */
  prepareFile: (personIndex: number) => Promise<PreparedFile | null>;
}

/** Holds the dropped files and their summary. Loads the code that reads them with the first drop. */
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
    return summary ?? undefined;
  };
  const toggle = (key: string) => {
    const excludedKeys = new Set(state.excludedKeys);
    if (!excludedKeys.delete(key)) excludedKeys.add(key);
    setState({ ...state, excludedKeys });
  };
  const prepareFile = async (personIndex: number) => {
    const summary = (await reading.current?.result) ?? null;
    const plan = planUpload(state.files, summary, personIndex, state.excludedKeys);
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
    waitForSummary: async () => (await reading.current?.result) ?? null,
    prepareFile,
  };
}

/** Reads the files in a worker. Null if they could not be read: the server then decides what a single file is. */
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
