import type { ExamType } from '@medcloud/contract/shapes/exams';
import type { Packing, SelectionKind } from './packing.ts';
import type { DroppedFile } from './preflight/dropped-files.ts';
import { addSample, type TransferRate } from './transfer-rate.ts';

/** The text fields of an upload, as sent by the form. */
export interface UploadFields {
  patientId: string;
  examType: ExamType;
  examDate: string;
  referringPhysician?: string | undefined;
  notes?: string | undefined;
  /** Why it is correct that the file names another patient. */
  mismatchReason?: string | undefined;
  /** The differences this reason covers: `name,birthDate`. */
  mismatchFields?: string | undefined;
}

/** A file whose upload started before a reload. It must be opened or selected again. */
export interface MissingFile {
  name: string;
  size: number;
}

export function isAvailableFile(file: File | MissingFile): file is File {
  return file instanceof Blob;
}

/** How to find a file again after a reload. */
export interface Origin {
  /** The file is an archive that was packed in the browser. */
  isPacked?: boolean;
  /** The archive's files. Without it, the archive cannot be packed again after a reload. */
  packing?: Packing | undefined;
  /** Handle of the file, or of the folder it was dropped with, if the browser provides one. */
  handle?: FileSystemHandle | undefined;
  /** Path in that folder, starting with the folder's name. */
  path?: string | undefined;
}

/** A requested upload: one file for one patient. */
export interface UploadPlan extends Origin {
  file: File | MissingFile;
  fields: UploadFields;
  /** Formatted as in lists, for the dock. */
  patientName: string;
}

/** The upload waits for the connection, the server or its turn. It retries automatically, or at once with `tryNow`. */
export interface RetryWait {
  reason: 'connection' | 'turn';
  tryNow: () => void;
}

/** The state of an upload. Times are milliseconds since 1970. */
export type UploadStage =
  | { name: 'waiting' }
  | { name: 'sending'; startedAt: number; transferRate: TransferRate; retryWait?: RetryWait }
  | { name: 'paused'; sentBytes: number }
  /**
   * Started before a reload; resumes when its file is available. `isReading`: the file is being read or packed again.
   */
  | { name: 'interrupted'; isDifferentFile?: boolean; isReading?: boolean }
  /** All bytes are sent; the server checks and encrypts them. */
  | { name: 'completing'; startedAt: number }
  | { name: 'completed'; examId: string; sha256: string; tookMs: number }
  | { name: 'failed'; error: unknown };

export interface Upload extends UploadPlan {
  id: string;
  /** The same for every retry, so one upload never creates two exams. A new one after the server rejects the upload. */
  idempotencyKey: string;
  /** Milliseconds since 1970. */
  addedAt?: number | undefined;
  /** The server knows the upload from before a reload. */
  isBegun?: boolean;
  /** SHA-256 of the parts sent before a reload, by part index. */
  digests?: readonly string[];
  /** Reads the file again after a reload. Call it in a click handler, because the browser may ask for permission. */
  reopen?: (() => Promise<File | undefined>) | undefined;
  /** Packs the archive again after a reload, from files selected again. Rejects with `FileMismatchError`. */
  repack?: { selectionKind: SelectionKind; pack: (selectedFiles: readonly DroppedFile[]) => Promise<File> } | undefined;
  stage: UploadStage;
}

/** The server accepts three concurrent uploads per center. The others wait. */
export const maxConcurrentUploads = 3;

/** Returns whether the upload is being sent or completed. */
export function isRunning({ stage }: Upload): boolean {
  return stage.name === 'sending' || stage.name === 'completing';
}

/** Returns whether leaving the page would stop the upload: it runs or waits, and the user has not paused it. */
export function isInProgress(upload: Upload): boolean {
  return isRunning(upload) || upload.stage.name === 'waiting';
}

/** Returns the uploads that may start now, in the order they were added. */
export function selectStartable(uploads: readonly Upload[]): Upload[] {
  const freeCount = Math.max(0, maxConcurrentUploads - uploads.filter(isRunning).length);
  return uploads.filter(({ stage }) => stage.name === 'waiting').slice(0, freeCount);
}

/** Returns the list with one upload's stage changed. */
export function withStage(uploads: readonly Upload[], id: string, stage: UploadStage): Upload[] {
  return uploads.map((upload) => (upload.id === id ? { ...upload, stage } : upload));
}

/**
 * Updates the stage with the bytes sent so far, and changes it to `completing` after the last. Ignores ended uploads.
 */
export function withProgress(stage: UploadStage, sentBytes: number, totalBytes: number, now: number): UploadStage {
  if (stage.name !== 'sending') return stage;
  if (sentBytes >= totalBytes) return { name: 'completing', startedAt: stage.startedAt };
  return { name: 'sending', startedAt: stage.startedAt, transferRate: addSample(stage.transferRate, sentBytes, now) };
}

/** Adds a retry wait to the stage. A `completing` upload returns to `sending`, because its last part is sent again. */
export function withRetryWait(stage: UploadStage, retryWait: RetryWait, totalBytes: number, now: number): UploadStage {
  if (stage.name === 'sending') return { ...stage, retryWait };
  if (stage.name !== 'completing') return stage;
  return { name: 'sending', startedAt: stage.startedAt, transferRate: addSample([], totalBytes, now), retryWait };
}

const stageOrder = {
  sending: 0,
  completing: 0,
  failed: 1,
  interrupted: 1,
  paused: 1,
  waiting: 2,
  completed: 3,
} as const;

/** Sorts uploads for the dock: running, failed, waiting, completed. */
export function sortForDock(uploads: readonly Upload[]): Upload[] {
  return [...uploads].sort((one, other) => stageOrder[one.stage.name] - stageOrder[other.stage.name]);
}
