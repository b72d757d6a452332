import type { Json, Optional } from '../../platform/db/columns.ts';

export interface SeriesTable {
  exam_id: string;
  center_id: string;
  patient_id: string;
  study_uid: string;
  series_uid: string;
  position: number;
  modality: Optional<string>;
  series_number: Optional<number>;
  series_date: Optional<string>;
  description: Optional<string>;
  body_part: Optional<string>;
  instance_count: number;
  frame_count: number;
  size_bytes: number;
  sop_classes: string[];
  transfer_syntaxes: string[];
  attributes: Json;
  manifest_object: string;
  thumbnail_object: Optional<string>;
  thumbnail_fault: Optional<string>;
  frames_object: Optional<string>;
}

export interface StudiesTable {
  exam_id: string;
  center_id: string;
  patient_id: string;
  study_uid: string;
  study_date: Optional<string>;
  study_time: Optional<string>;
  accession_number: Optional<string>;
  study_id: Optional<string>;
  description: Optional<string>;
  patient_name: Optional<string>;
  patient_name_key: string;
  physician_name_key: string;
  patient_number: Optional<string>;
  patient_number_index: Optional<Buffer>;
  patient_number_sealed: Optional<Buffer>;
  birth_date: Optional<string>;
  sex: Optional<string>;
  modalities: string[];
  series_count: number;
  instance_count: number;
  attributes: Json;
}

/** The tables that `imaging` owns. */
export interface ImagingTables {
  studies: StudiesTable;
  series: SeriesTable;
}
