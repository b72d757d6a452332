import type { AnnotationVisibility } from '@medcloud/contract';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';

/** What one author measured on one exam: at most one draft and one saved set, and those withdrawn. */
export interface AnnotationSetsTable {
  id: string;
  exam_id: string;
  center_id: string;
  patient_id: string;
  author_user_id: string;
  /** Null for an author of the center. */
  author_doctor_id: Optional<string>;
  state: Generated<'draft' | 'saved' | 'withdrawn'>;
  visibility: Generated<AnnotationVisibility>;
  /** Of a draft: how often it changed. Of a saved set: its version. */
  revision: Generated<number>;
  /** The key of the content, wrapped by the patient's key. */
  wrapped_key: Buffer;
  /** The items, JSON. */
  content_encrypted: Buffer;
  /** The title and the author's name, JSON; null for a draft. */
  heading_encrypted: Optional<Buffer>;
  reason_encrypted: Optional<Buffer>;
  item_count: number;
  saved_at: Optional<Date>;
  created_at: Instant;
  updated_at: Instant;
}

/** The DICOM objects of a version: a report, presentation states and key images for each study. */
export interface AnnotationObjectsTable {
  set_id: string;
  version: number;
  kind: 'sr' | 'pr' | 'ko';
  /** Counts the objects of one kind from 0. */
  position: number;
  study_uid: string;
  series_uid: string;
  sop_uid: string;
  sop_class: string;
  /** The file, gzipped, encrypted with the set's key. */
  content_encrypted: Buffer;
  size_bytes: number;
}

/** The tables that `annotations` owns. */
export interface AnnotationsTables {
  annotation_sets: AnnotationSetsTable;
  annotation_objects: AnnotationObjectsTable;
}
