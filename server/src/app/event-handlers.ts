import { notifyPatientReaders } from '../domain/access/on-patient-changed.ts';
import { cancelRequestsOfDoctor } from '../domain/access/requests/on-doctor-disabled.ts';
import { endRequestsOnPhoneChange } from '../domain/access/requests/on-patient-phone-changed.ts';
import type { EventHandlers } from '../domain/core/event-bus.ts';

/** Maps each event to its handlers: the only place that imports both the emitting noun and the reacting nouns. */
export const eventHandlers = {
  patient_changed: [notifyPatientReaders],
  patient_phone_changed: [endRequestsOnPhoneChange],
  doctor_suspended: [cancelRequestsOfDoctor],
  doctor_rejected: [cancelRequestsOfDoctor],
} satisfies EventHandlers;
