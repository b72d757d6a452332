/** Ending a grant without the patient: confirmation and reason. */
export const grantEndEn = {
  reason: 'Why does it end?',
  asked: 'The patient asked for it',
  mistake: 'Given by mistake, or to the wrong person',
  misuse: 'It may have been misused',
  other: 'Another reason',
  end: 'End access',
  ending: 'Ending...',
  keep: 'Keep access',
  ended: 'Access ended',
  failed: 'The access was not ended',
  center: {
    title: 'End the access of {doctor}?',
    text: 'From now on {doctor} sees no exam of {patient}, and an open exam closes. What was downloaded before stays with the doctor. Only the patient can give access again.',
  },
  admin: {
    title: 'End this access?',
    text: 'From now on the doctor sees no exam of this patient, and an open exam closes. Only the patient can give access again. The medical center and the patient see that it ended.',
  },
  doctor: {
    title: 'Give up the access to {patient}?',
    text: 'From now on you see no exam of this patient. To see them again you have to ask, and the patient has to agree.',
    confirm: 'Give up access',
    ended: 'Access given up',
  },
} as const;
