import type { Generated } from 'kysely';
import type { Instant, Json, Optional } from '../../platform/db/columns.ts';
import type { UploadState } from './states.ts';

/** Number of uploads that a center started per day, in the operator's time zone. */
export interface UploadDaysTable {
  center_id: string;
  day: string;
  used: number;
}

/** Resumable uploads. */
export interface UploadsTable {
  id: string;
  center_id: string;
  patient_id: string;
  begun_by: string;
  state: Generated<UploadState>;
  upload_key: Optional<string>;
  request_hash: Buffer;
  length_bytes: number;
  offset_bytes: Generated<number>;
  tail_sealed: Optional<Buffer>;
  object_id: string;
  holds: Generated<number>;
  wrapped_key: Buffer;
  metadata_sealed: Buffer;
  exam_id: Optional<string>;
  fault: Json;
  begun_at: Instant;
  heard_at: Instant;
  ended_at: Optional<Date>;
}

/** The tables that `uploads` owns. */
export interface UploadsTables {
  uploads: UploadsTable;
  upload_days: UploadDaysTable;
}
