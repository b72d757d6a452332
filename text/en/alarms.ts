import type { AlarmKind } from '@medcloud/contract/shapes/alarms';
import type { Messages } from '../messages.ts';

/** Alarms that an administrator should check (security 2.1, 2.4), on the dashboard and in mails. */
export const messages = {
  title: 'Needs attention',
  auditLog: 'Audit log',
  billing: 'Billing',
  network: 'network {network}',
  counted: 'counted: {count, number}',
  held: 'Account on hold',
  heldText:
    'The account is on hold: its sessions were ended and it cannot sign in. API tokens and unfinished uploads wait.',
  resume: 'Allow requests',
  resumed: 'The doctor can request access again',
  release: 'Release account',
  released: 'The account can sign in again',
  markSeen: 'Mark as seen',
  seen: 'Marked as seen',
  seenHeld: 'Marked as seen. The account stays on hold until you release it.',
  usual: 'Usual for this account',
  markedUsual: 'Marked as usual. As many exams raise no such alert for 30 days.',
  markedUsualHeld: 'Marked as usual. The account stays on hold until you release it.',
  failed: 'Could not load alerts',

  titles: {
    password_known: 'Sign-ins stopped at the second factor',
    passkey_copied: 'A copied passkey was used',
    center_unpaid: 'A center has not paid',
    codes_burnt: 'A doctor’s requests are paused',
    unknown_numbers: 'Five phone numbers in a row without a code',
    many_downloads: '100 downloads in one day',
    sms_half: 'Half of today’s SMS limit is used',
    sms_spent: 'Today’s SMS limit is reached',
    infected_file: 'Virus found in an exam',
    payment_undecided: 'A card payment needs a decision',
    payment_provider: 'The payment provider does not fit the portal’s settings',
    document_refused: 'The tax authority refused a document',
    payments: 'A card payment needs attention',
    sign_in_guesses: 'Failed sign-ins to many accounts from one network',
    spread_guesses: 'Failed sign-ins to many accounts',
    new_browser: 'An administrator signed in from a new browser',
    amka_reveals: 'Many AMKA numbers shown',
    unusual_access: 'Far more exams opened than usual',
    mass_access: 'An account is on hold: very many exams opened',
    account_mass_access: 'An account is on hold: very many exams opened over several sessions',
    denials: 'Many denied requests',
    token_network: 'An API token was used from a new network',
    audit_exports: 'The audit log was exported',
    grants_revoked: 'Many patients’ access ended in one day',
  },
  // What happened.
  texts: {
    password_known:
      'Within one hour, three sign-ins of this account gave the right password and not the second factor. Somebody else may know the password.',
    passkey_copied:
      'The counter of a passkey went back, so a second device has a copy of it. The passkey no longer signs in.',
    center_unpaid: 'The day to pay has passed. The center gets reminders and keeps its access.',
    codes_burnt:
      'Three one-time codes were used up by wrong entries within a day. The doctor cannot request access until you allow it.',
    unknown_numbers: 'This doctor entered five phone numbers that received no code. Someone may be guessing numbers.',
    many_downloads: 'This doctor downloaded 100 files within a day. The limit is 500 downloads a day.',
    sms_half: 'When the limit is reached, no codes or links are sent until the next day.',
    sms_spent: 'No codes or links are sent until tomorrow, and doctors see no error.',
    payment_undecided:
      'A card paid another amount or currency than was asked. Until you decide, the portal does not count it as paid.',
    payment_provider:
      'Events of real money came to a portal with test keys, or the other way round, or a page that is not the provider’s was to be opened. No money is recorded from it.',
    document_refused:
      'The tax authority did not accept a document of this account, or the cancellation of one. The request is not sent again by itself.',
    payments:
      'A payment of this account was disputed or came after the account was stopped, or a refund to it failed. No access was changed by it.',
    infected_file: 'Doctors do not see the exam. The center sees which file it is.',
    sign_in_guesses:
      'Within an hour, sign-ins to 15 or more accounts failed from this network. Someone may be trying passwords.',
    spread_guesses:
      'Within an hour, sign-ins to 100 or more accounts failed. Someone may be trying passwords from many networks.',
    new_browser:
      'This administrator signed in from a browser that had not signed in to this account in the last 90 days.',
    amka_reveals: 'This account showed more than 20 AMKA numbers within an hour.',
    unusual_access:
      'In one day, this account opened at least 100 exams, and five times as many as on a usual day of the last 30 days; or at least 1,000 exams.',
    mass_access:
      'In one day, one session opened at least 300 exams, and ten times as many as this account on a usual day of the last 30 days.',
    account_mass_access:
      'In one day, this account opened at least 1,000 exams over all its sessions and API tokens, and ten times as many as on a usual day of the last 30 days.',
    denials: 'Within an hour, this account asked more than 30 times for something it may not see or do.',
    token_network: 'An API token of this account was used from a network from which it had not been used before.',
    audit_exports: 'This administrator exported entries of the audit log.',
    grants_revoked: 'Within a day, access to the records of 20 or more patients of this center was ended.',
  },
  // What to do.
  advice: {
    password_known: 'Ask the account’s holder. If it was not them, they should change the password.',
    passkey_copied:
      'Ask the account’s holder. They should remove the passkey and look at the devices that could keep a copy.',
    center_unpaid: 'Open the center in Billing, and ask it when it will pay.',
    codes_burnt: 'Ask the doctor what happened.',
    unknown_numbers: 'Ask the doctor what happened.',
    many_downloads: 'Ask the doctor whether this is expected.',
    sms_half: 'Check which doctors send many requests.',
    sms_spent: 'If this number of SMS is expected, ask your technical team to raise the limit.',
    payment_undecided: 'Open the account in Billing, and record the payment or give it back. This alert then ends.',
    payment_provider: 'Ask your technical team to compare PAYMENTS_URL with the payment provider’s settings.',
    document_refused: 'Open Billing, Tax authority: it says why, and what to do.',
    payments: 'Open the account in Billing, and compare it with the payment provider’s page.',
    infected_file: 'Ask the center whether it knows where the file comes from.',
    sign_in_guesses:
      'Look in the audit log for a successful sign-in from this network. If there is one, disable that account. Your technical team can block the network.',
    spread_guesses: 'Look in the audit log for successful sign-ins from unknown networks. Tell your technical team.',
    new_browser: 'Ask the administrator. If they did not sign in, disable the account and tell your technical team.',
    amka_reveals: 'Ask the center whether this is expected. If not, disable the account.',
    unusual_access:
      'Ask whether this is expected. If so, mark it as usual for this account. If not, disable or suspend the account.',
    mass_access:
      'Ask by phone whether this is expected. If so, release the account. If not, leave it on hold, and find in the audit log which patients are affected.',
    account_mass_access:
      'Ask by phone whether this is expected. If so, release the account. If not, leave it on hold, find in the audit log which patients are affected, and revoke its API tokens.',
    denials: 'Look in the audit log for what was asked. If nobody can explain it, disable or suspend the account.',
    token_network: 'Ask the account’s holder. If they do not know this network, the token must be revoked.',
    audit_exports: 'Ask the administrator whether this was intended.',
    grants_revoked: 'Ask the center whether something happened that made patients end access.',
  },
  // The same to the account's holder, in a mail.
  account: {
    password_known:
      'Within one hour, somebody entered your password three times and then no passkey, code or recovery code. They were not signed in. If it was not you, somebody knows your password: change it.',
    passkey_copied:
      'The counter of one of your passkeys went back, so a second device has a copy of it. It no longer signs in. Remove it and add a new one.',
    codes_burnt:
      'Three one-time codes were used up by wrong entries within a day. You cannot request access to patients until an administrator allows it again.',
    many_downloads: 'Your account downloaded 100 files within a day.',
    infected_file:
      'The virus scanner found a virus in an exam of your center. Doctors do not see the exam. Sign in to see which file it is.',
    new_browser: 'Your account was signed in to from a browser that had not signed in to it in the last 90 days.',
    amka_reveals: 'Your account showed more than 20 AMKA numbers within an hour.',
    unusual_access: 'Your account opened far more exams in one day than usual.',
    mass_access: 'Your account opened very many more exams in one day than usual.',
    account_mass_access: 'Your account opened very many more exams in one day than usual, over several sessions.',
    denials: 'Your account asked more than 30 times within an hour for something it may not see or do.',
    token_network: 'An API token of your account was used from a network from which it had not been used before.',
    audit_exports: 'Your account exported entries of the audit log.',
    grants_revoked: 'Within a day, access to the records of 20 or more of your patients was ended.',
  },
  mail: {
    greeting: 'Hello,',
    subject: 'MedCloud alert: {title}',
    more: '{count, plural, one {And # more.} other {And # more.}}',
    open: 'Open the alerts:\n{url}',
    accountSubject: 'Unusual activity in your MedCloud account',
    heldSubject: 'Your MedCloud account is on hold',
    held: 'Your account is on hold: all sessions were ended, and you cannot sign in until an administrator releases it. Your data is not deleted, and API tokens and unfinished uploads continue afterwards.',
    notYou:
      'If this was you or a colleague, nothing else is needed, except if the account is on hold or paused. If not, reset your password now and tell us:\n{url}',
    contact: 'Contact: {contact}',
    releasedSubject: 'Your MedCloud account is no longer on hold',
    released: 'An administrator released your MedCloud account. Sign in:\n{url}',
  },
} as const satisfies Messages & Record<'titles' | 'texts' | 'advice', Record<AlarmKind, string>>;
