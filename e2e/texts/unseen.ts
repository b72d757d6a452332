/**
 * Sentences of the specification that no browser test can see on their screen, with the reason. A line whose sentence
 * is seen fails the test.
 */
export const unseen: Readonly<Record<string, string>> = {
  '2, Administrator login: auth login.invalidAdmin on adminLogin':
    'fallback for a response without a message, and the server always sends one',
  '8, OTP: doctor patients.code.failed on doctorPatients':
    'fallback for a response without a message, and the server always sends one',
};
