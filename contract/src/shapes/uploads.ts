import * as z from 'zod';
import { instant, optional, problem } from './common.ts';
import { exam, examUpload } from './exams.ts';

/** The decoded keys of Upload-Metadata: the form's text fields, and additional keys of tus clients. */
export const uploadMetadata = examUpload.extend({
  filename: optional(z.string().max(1_000)),
  filetype: optional(z.string().max(200)),
  /** The client's own key. The same key returns the same upload and never creates a second exam. */
  uploadKey: optional(z.string().max(200)),
});
export type UploadMetadata = z.output<typeof uploadMetadata>;

export const uploadStates = ['open', 'verifying', 'stored', 'rejected', 'aborted'] as const;
export type UploadState = (typeof uploadStates)[number];

/** A resumable upload. */
export const resumableUpload = z.object({
  id: z.string(),
  state: z.enum(uploadStates),
  /** Bytes on the disk; the next part starts there. */
  offset: z.number().int(),
  length: z.number().int(),
  /** Set if the state is `stored`. */
  exam: exam.optional(),
  /** Set if the state is `rejected`: the reason. */
  problem: problem.pick({ status: true, code: true, message: true, params: true, errors: true }).optional(),
  /** Time when it expires if no further part is sent. */
  expiresAt: instant,
  metadata: uploadMetadata.partial().omit({ uploadKey: true }),
});
export type ResumableUpload = z.infer<typeof resumableUpload>;
