import { defineMessages } from './define-messages.ts';
import { doctorEl } from './doctor.el.ts';
import { doctorEn } from './doctor.en.ts';

/** The doctor's area: dashboard, retrieving data, a patient's exams. */
export const doctorText = defineMessages(doctorEn, doctorEl);
