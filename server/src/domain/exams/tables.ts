import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, Optional, OptionalJson } from '../../platform/db/columns.ts';
import type {
  DerivedKind,
  ExamContentName,
  ExamStatusName,
  ExamTypeName,
  ImagingStateName,
  ScanFaultName,
  ScanStateName,
} from '../core/column-values.ts';

export interface ExamsTable {
  id: string;
  center_id: string;
  patient_id: string;
  exam_type: ExamTypeName;
  exam_date: string;
  referring_physician: Optional<string>;
  notes_sealed: Optional<Buffer>;
  file_name: string;
  file_size: number;
  content: ExamContentName;
  sha256: Buffer;
  status: ExamStatusName;
  status_reason: OptionalJson;
  uploaded_by: string;
  uploaded_at: Instant;
  reason_sealed: Optional<Buffer>;
  changed_at: Optional<Date>;
  imaging_state: Generated<ImagingStateName>;
  imaging_fault: Optional<string>;
  imaging_version: Optional<number>;
  imaging_attempts: Generated<number>;
  imaged_at: Optional<Date>;
  instance_count: Optional<number>;
  other_count: Optional<number>;
  unreadable_count: Optional<number>;
  confirmed_doubts: Generated<string[]>;
  awaits_comparison: Generated<boolean>;
  duplicate_count: Optional<number>;
  study_description: Optional<string>;
  modalities: Optional<string[]>;
  body_parts: Optional<string[]>;
  laterality: Optional<'R' | 'L' | 'B'>;
  /** Null until the exam is indexed. */
  series_count: Optional<number>;
  /** Frames of all series. */
  image_count: Optional<number>;
  /** The series whose thumbnail stands for the exam. */
  key_study_uid: Optional<string>;
  key_series_uid: Optional<string>;
  is_open: ColumnType<boolean, never, never>;
  /** How many files have each mark: `{"program": 2}`. */
  marks: Json;
  scan_state: Generated<ScanStateName>;
  /** JSON, encrypted with the key of the exam's original. */
  scan_findings: Optional<Buffer>;
  scanned_at: Optional<Date>;
  scan_fault: Optional<ScanFaultName>;
  scan_attempts: Generated<number>;
  /** The exam is not enqueued for a scan before. */
  scan_due_at: Optional<Date>;
}

/** The stored objects of an exam, with their wrapped keys: its original, and what indexing derived from it. */
export interface ExamObjectsTable {
  id: string;
  exam_id: string;
  center_id: string;
  patient_id: string;
  kind: 'original' | DerivedKind;
  position: Generated<number>;
  wrapped_key: Buffer;
  size_bytes: number;
  sha256: Buffer;
  created_at: Instant;
}

/** One row: when a node with a virus scanner last ran. */
export interface ScannerHeartbeatTable {
  is_only: Generated<boolean>;
  seen_at: Instant;
}

/** Which exams a doctor opened, or marked as seen. A trigger writes it with each view and download. */
export interface DoctorExamViewsTable {
  doctor_id: string;
  exam_id: string;
  first_at: Instant;
  last_at: Instant;
}

/** The tables that `exams` owns. */
export interface ExamsTables {
  doctor_exam_views: DoctorExamViewsTable;
  exams: ExamsTable;
  exam_objects: ExamObjectsTable;
  scanner_heartbeat: ScannerHeartbeatTable;
}
