import { doctorEl } from './doctor.el.ts';
import { doctorEn } from './doctor.en.ts';
import { texts } from './texts.ts';

/** The doctor's area: dashboard, retrieving data, a patient's exams. */
export const doctorText = texts(doctorEn, doctorEl);
