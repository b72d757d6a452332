/** Mails about the members of a center. */
export const messages = {
  greeting: 'Hello {name},',
  roles: {
    owner: 'owner',
    technician: 'technician',
    secretary: 'secretary',
    radiologist: 'radiologist',
    billing: 'billing',
  },
  invitation: {
    subject: '{center} invites you to MedCloud',
    text: '{center} invites you to its team on MedCloud. Your roles: {roles}.',
    link: 'Join within {days, plural, one {# day} other {# days}}:\n{url}',
    ignore: 'If you do not know this center, ignore this email. Nothing happens then.',
  },
  joined: {
    subject: '{name} joined your team on MedCloud',
    text: '{name} ({address}) accepted the invitation to your team{browser, select, unknown {} other { with this browser: {browser}}}.',
    team: 'If this was not the person you invited, suspend the membership here:\n{url}',
  },
  changed: {
    subject: 'Your roles at {center} changed',
    text: '{center} changed your roles on MedCloud. They are now: {roles}.',
  },
  suspended: {
    subject: 'Your membership at {center} is suspended',
    text: '{center} suspended your membership on MedCloud. You cannot sign in to this center until it is reinstated.',
  },
  reinstated: {
    subject: 'Your membership at {center} is active again',
    text: '{center} reinstated your membership on MedCloud. You can sign in to this center again.',
  },
  ended: {
    subject: 'Your membership at {center} has ended',
    text: '{center} ended your membership on MedCloud. You can no longer sign in to this center.',
  },
  ask: 'If you have questions, ask the center.',
} as const;
