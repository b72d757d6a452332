/** Revoking a grant without the patient: confirmation and reason. */
export const messages = {
  reason: 'Why are you ending this access?',
  asked: 'Requested by the patient',
  mistake: 'Granted by mistake or to the wrong person',
  misuse: 'Suspected misuse',
  other: 'Other reason',
  end: 'End access',
  ending: 'Ending…',
  keep: 'Keep access',
  ended: 'Access ended',
  center: {
    title: 'End access for {doctor}?',
    text: '{doctor} will no longer see the exams of {patient}, and any open exam will close. Files already downloaded stay with the doctor. Only the patient can give access again.',
  },
  admin: {
    title: 'End this access?',
    text: 'The doctor will no longer see this patient’s exams, and any open exam will close. Only the patient can give access again. The medical center and the patient will see that the access was ended.',
  },
  doctor: {
    title: 'End your access to {patient}?',
    text: 'You will no longer see this patient’s exams. To see them again, you must send a new request and the patient must agree.',
  },
} as const;
