import type * as db from '../platform/db/database.ts';
import type { AccessTables } from './access/tables.ts';
import type { AccountsTables } from './accounts/tables.ts';
import type { AlarmsTables } from './alarms/tables.ts';
import type { AnnotationsTables } from './annotations/tables.ts';
import type { AuditTables } from './audit/tables.ts';
import type { BillingTables } from './billing/tables.ts';
import type { BreachesTables } from './breaches/tables.ts';
import type { CentersTables } from './centers/tables.ts';
import type { CoreTables } from './core/tables.ts';
import type { DoctorsTables } from './doctors/tables.ts';
import type { ExamsTables } from './exams/tables.ts';
import type { FactorsTables } from './factors/tables.ts';
import type { HealthTables } from './health/tables.ts';
import type { ImagingTables } from './imaging/tables.ts';
import type { KeysTables } from './keys/tables.ts';
import type { MessagesTables } from './messages/tables.ts';
import type { NotificationsTables } from './notifications/tables.ts';
import type { PatientsTables } from './patients/tables.ts';
import type { SupportTables } from './support/tables.ts';
import type { SystemLogTables } from './system-log/tables.ts';
import type { UploadsTables } from './uploads/tables.ts';

/** All tables. Dates come as `YYYY-MM-DD`, instants as Date, bigint as number (all below 2^53). */
export interface Tables
  extends AccessTables,
    AccountsTables,
    AlarmsTables,
    AnnotationsTables,
    AuditTables,
    BillingTables,
    BreachesTables,
    CentersTables,
    CoreTables,
    DoctorsTables,
    ExamsTables,
    FactorsTables,
    HealthTables,
    ImagingTables,
    KeysTables,
    MessagesTables,
    NotificationsTables,
    PatientsTables,
    SupportTables,
    SystemLogTables,
    UploadsTables {}

export type Tx = db.Tx<Tables>;
export type Reader = db.Reader<Tables>;
export type Database = db.Database<Tables>;
