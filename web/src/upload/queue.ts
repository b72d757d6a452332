import type { ExamType } from '@medcloud/contract/shapes/exams';
import type { Packing, SelectionKind } from './packing.ts';
import type { DroppedFile } from './preflight/dropped-files.ts';
import { addSample, type TransferRate } from './transfer-rate.ts';

/** The text fields of an upload, as the form sends them. */
export interface UploadFields {
  patientId: string;
  examType: ExamType;
  examDate: string;
  referringPhysician?: string | undefined;
  notes?: string | undefined;
  /** Why it is right that the file names another patient. */
  mismatchReason?: string | undefined;
  /** The differences for which that was said: `name,birthDate`. */
  mismatchFields?: string | undefined;
}

/** A file of which parts were sent before the page was loaded again: it has to be opened or chosen anew. */
export interface MissingFile {
  name: string;
  size: number;
}

export function isAvailableFile(file: File | MissingFile): file is File {
  return file instanceof Blob;
}

/** How a file is found again after a reload. */
export interface Origin {
  /** Put together here of several files. */
  isPacked?: boolean;
  /** Of what it was put together; without it, it is gone with the page. */
  packing?: Packing | undefined;
  /** Of the file itself, or of the folder it was dropped with, where the browser gives one. */
  handle?: FileSystemHandle | undefined;
  /** Where it lies in that folder, the folder's own name first. */
  path?: string | undefined;
}

/** What is asked for: one file for one patient. */
export interface UploadPlan extends Origin {
  file: File | MissingFile;
  fields: UploadFields;
  /** As the lists write it, for the dock. */
  patientName: string;
}

/** Nothing goes just now: the line or the portal is away, or others are first. It is tried again by itself, or at once. */
export interface RetryWait {
  reason: 'connection' | 'turn';
  tryNow: () => void;
}

/** How far an upload has come. Moments are milliseconds since 1970. */
export type UploadStage =
  | { name: 'waiting' }
  | { name: 'sending'; startedAt: number; transferRate: TransferRate; retryWait?: RetryWait }
  | { name: 'paused'; sentBytes: number }
  /** Begun before the page was loaded again; it goes on once its file is there. `isReading`: it is being read, or packed, again. */
  | { name: 'interrupted'; isDifferentFile?: boolean; isReading?: boolean }
  /** All bytes are there; the portal checks and seals them. */
  | { name: 'sealing'; startedAt: number }
  | { name: 'completed'; examId: string; sha256: string; tookMs: number }
  | { name: 'failed'; error: unknown };

export interface Upload extends UploadPlan {
  id: string;
  /** Stays the same through every retry, so that one upload never becomes two exams; another after a refusal. */
  idempotencyKey: string;
  /** Milliseconds since 1970. */
  addedAt?: number | undefined;
  /** An earlier life of the page has told the portal of it. */
  isBegun?: boolean;
  /** SHA-256 of the parts that arrived in an earlier life of the page, by their places. */
  digests?: readonly string[];
  /** Reads the file of an earlier life of the page again; to be called at the press of a button, since it may ask. */
  reopen?: (() => Promise<File | undefined>) | undefined;
  /** Packs the archive of an earlier life of the page again, of files that were chosen again. Fails with `AnotherFile`. */
  repack?: { selectionKind: SelectionKind; pack: (selectedFiles: readonly DroppedFile[]) => Promise<File> } | undefined;
  stage: UploadStage;
}

/** The portal takes three uploads of a center at once; the others wait. */
export const maxConcurrentUploads = 3;

/** Bytes are on their way, or being sealed. */
export function isRunning({ stage }: Upload): boolean {
  return stage.name === 'sending' || stage.name === 'sealing';
}

/** Not at its end, and not held up by a person: leaving the page would stop it. */
export function isInProgress(upload: Upload): boolean {
  return isRunning(upload) || upload.stage.name === 'waiting';
}

/** Those that may begin now, in the order in which they were asked for. */
export function selectStartable(uploads: readonly Upload[]): Upload[] {
  const freeCount = Math.max(0, maxConcurrentUploads - uploads.filter(isRunning).length);
  return uploads.filter(({ stage }) => stage.name === 'waiting').slice(0, freeCount);
}

/** The same list with one upload at another stage. */
export function withStage(uploads: readonly Upload[], id: string, stage: UploadStage): Upload[] {
  return uploads.map((upload) => (upload.id === id ? { ...upload, stage } : upload));
}

/** Bytes have arrived: counts them, and goes on to sealing with the last one. Late news of an ended upload changes nothing. */
export function withProgress(stage: UploadStage, sentBytes: number, totalBytes: number, now: number): UploadStage {
  if (stage.name !== 'sending') return stage;
  if (sentBytes >= totalBytes) return { name: 'sealing', startedAt: stage.startedAt };
  return { name: 'sending', startedAt: stage.startedAt, transferRate: addSample(stage.transferRate, sentBytes, now) };
}

/** Nothing goes just now. What was behind its last byte is not: the part that was not answered goes again. */
export function withRetryWait(stage: UploadStage, retryWait: RetryWait, totalBytes: number, now: number): UploadStage {
  if (stage.name === 'sending') return { ...stage, retryWait };
  if (stage.name !== 'sealing') return stage;
  return { name: 'sending', startedAt: stage.startedAt, transferRate: addSample([], totalBytes, now), retryWait };
}

const stageOrder = { sending: 0, sealing: 0, failed: 1, interrupted: 1, paused: 1, waiting: 2, completed: 3 } as const;

/** As the dock shows them: what runs, what failed, what waits, what is done. */
export function sortForDock(uploads: readonly Upload[]): Upload[] {
  return [...uploads].sort((one, other) => stageOrder[one.stage.name] - stageOrder[other.stage.name]);
}
