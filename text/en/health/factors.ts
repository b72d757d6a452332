/** What the health page says of second factors. */
export const messages = {
  'second-factor-well': {
    label: 'Set up',
    message: 'Every administrator has a second factor. Verified doctors who have one: {protected} of {doctors}.',
  },
  'second-factor-missing': {
    label: 'Missing',
    message:
      'Administrators without a second factor: {count}. They can do nothing before they set one up at their next sign-in. Verified doctors who have one: {protected} of {doctors}.',
  },
  'passkeys-elsewhere': {
    label: 'Passkeys lost',
    message:
      'Passkeys that do not work: {count}. They were made for {other}, and PASSKEY_DOMAIN is now {domain}. Ask your technical team to set it back to {other}. If the new domain is intended, each person signs in with the password and a recovery code, removes the old passkey and adds a new one.',
  },
  'second-factor-failed': {
    label: 'Check failed',
    message: 'The second factors could not be checked: {error}.',
  },
} as const;
