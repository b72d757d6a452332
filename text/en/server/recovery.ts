/** Mails about the removal of a lost second factor. */
export const messages = {
  asked: {
    subject: 'The second factor of your MedCloud account will be removed',
    text: 'An administrator of MedCloud was asked to remove the second factor of your account, and recognized the person who asked {how, select, in_person {in person} video {in a video call} other {by calling back}}. It will be removed on {at}. After that the password alone is enough to sign in.',
    textAdmin:
      'An administrator of MedCloud was asked to remove the second factor of your account, and recognized the person who asked {how, select, in_person {in person} video {in a video call} other {by calling back}}. It will be removed once another administrator confirms it, on {at} at the earliest. After that the password alone is enough to sign in.',
    keep: 'If this was not you, keep your second factor:\n{url}',
    yours:
      'If it was you, you do not need to do anything. You can sign in and set up a new second factor once you get our next email.',
  },
  contact: 'If you have questions, contact us: {contact}',
} as const;
