/** Step-up: the password again, before an administrator's action that changes other users' rights or payments. */
export const stepUpEn = {
  title: 'Enter your password once more',
  text: 'This act changes what others may do or pay, and it is more than ten minutes since you gave your password. What you were doing goes on afterwards.',
  password: 'Your password',
  go: 'Continue',
  checking: 'Checking...',
  giveUp: 'Do not continue',
} as const;
