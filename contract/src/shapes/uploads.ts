import * as z from 'zod';
import { instant, optional, problem } from './common.ts';
import { exam, examUpload } from './exams.ts';

/** The keys of an upload's Upload-Metadata, decoded: the form's text fields, and what tus clients send beside. */
export const uploadMetadata = examUpload.extend({
  filename: optional(z.string().max(1_000)),
  filetype: optional(z.string().max(200)),
  /** The client's own key: the same one again answers the same upload, and never makes a second exam. */
  uploadKey: optional(z.string().max(200)),
});
export type UploadMetadata = z.output<typeof uploadMetadata>;

export const uploadStates = ['open', 'verifying', 'stored', 'rejected', 'aborted'] as const;
export type UploadState = (typeof uploadStates)[number];

/** An upload in parts. */
export const resumableUpload = z.object({
  id: z.string(),
  state: z.enum(uploadStates),
  /** Bytes that are on the disk; from there the next part goes on. */
  offset: z.number().int(),
  length: z.number().int(),
  /** Where it is stored. */
  exam: exam.optional(),
  /** Where it is rejected: why. */
  problem: problem.pick({ status: true, code: true, message: true, errors: true }).optional(),
  /** When it ends if nothing more is sent. */
  expiresAt: instant,
  metadata: uploadMetadata.partial().omit({ uploadKey: true }),
});
export type ResumableUpload = z.infer<typeof resumableUpload>;
