import type { Generated } from 'kysely';
import type { Instant, Json, Optional } from '../../platform/db/columns.ts';

/** The hash chain of the audit events (migration 035). */
export interface AuditChainTable {
  seq: number;
  event_id: number;
  prev: Buffer;
  hash: Buffer;
  mac: Buffer;
  sealed_at: Instant;
}

export interface AuditCheckpointsTable {
  number: number;
  seq: number;
  at: Date;
  line: string;
}

/** The audit events (migrations 003 and 035). */
export interface AuditEventsTable {
  id: Generated<number>;
  at: Instant;
  event: string;
  outcome: 'success' | 'denied' | 'failure';
  actor_kind: 'nobody' | 'center' | 'doctor' | 'admin' | 'patient' | 'system';
  person_id: Optional<string>;
  session_ref: Optional<string>;
  center_id: Optional<string>;
  doctor_id: Optional<string>;
  patient_id: Optional<string>;
  object_kind: Optional<string>;
  object_id: Optional<string>;
  exam_type: Optional<string>;
  purpose: Optional<string>;
  request_id: Optional<string>;
  address_block: Optional<string>;
  details: Json;
}

export interface AuditUnchainedTable {
  event_id: number;
  at: Instant;
}

/** The last checkpoint that each place of AUDIT_ANCHORS keeps (migration 065). */
export interface AuditAnchorsTable {
  place: string;
  number: Optional<number>;
  seq: Optional<number>;
  sent_at: Optional<Date>;
  failing_since: Optional<Date>;
}

/** The last record that the receiver of AUDIT_STREAM_URL has (migration 077). */
export interface AuditStreamTable {
  receiver: string;
  seq: number;
  sent_at: Optional<Date>;
  failing_since: Optional<Date>;
}

/** The tables that `audit` owns. */
export interface AuditTables {
  audit_events: AuditEventsTable;
  audit_chain: AuditChainTable;
  audit_unsealed: AuditUnchainedTable;
  audit_checkpoints: AuditCheckpointsTable;
  audit_anchors: AuditAnchorsTable;
  audit_stream: AuditStreamTable;
}
