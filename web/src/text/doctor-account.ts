import { doctorAccountEl } from './doctor-account.el.ts';
import { doctorAccountEn } from './doctor-account.en.ts';
import { texts } from './texts.ts';

/** The doctor's own account: profile, billing, support. */
export const doctorAccountText = texts(doctorAccountEn, doctorAccountEl);
