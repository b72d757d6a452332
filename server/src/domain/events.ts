import type { DoctorRejected, DoctorSuspended } from './doctors/events.ts';
import type { PatientChanged, PatientPhoneChanged } from './patients/events.ts';

/** Every event that one noun emits and other nouns react to. `app/event-handlers.ts` says who reacts. */
export interface DomainEvents {
  patient_changed: PatientChanged;
  patient_phone_changed: PatientPhoneChanged;
  doctor_suspended: DoctorSuspended;
  doctor_rejected: DoctorRejected;
}
