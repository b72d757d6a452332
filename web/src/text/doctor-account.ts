import { defineMessages } from './define-messages.ts';
import { doctorAccountEl } from './doctor-account.el.ts';
import { doctorAccountEn } from './doctor-account.en.ts';

/** The doctor's account: profile, billing, support. */
export const doctorAccountText = defineMessages(doctorAccountEn, doctorAccountEl);
