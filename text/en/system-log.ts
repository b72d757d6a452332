import type { MessageKind } from '@medcloud/contract/operations/messages';
import type { EventSource, SystemEventCode } from '@medcloud/contract/operations/system-events';

/** The entries of the system log with their sources, and the kinds of SMS and email that the portal sends. */
export const messages = {
  sources: {
    portal: 'Portal',
    database: 'Database',
    api: 'API',
    storage: 'Storage',
    queue: 'Jobs',
    sms: 'SMS',
    mail: 'Email',
    accounts: 'Accounts',
    health: 'Health checks',
  },
  events: {
    started: 'The portal started with PostgreSQL {postgres}.',
    stopped: 'The portal stopped.',
    migrated: 'The database was updated. Updates: {steps}, the last one {last}.',
    'sms-reach-nobody': 'SMS are saved to files and are not sent. Ask your technical team to set up an SMS gateway.',
    'codec-missing':
      'The portal cannot decode or write some images, so some thumbnails and previews are missing. Ask your technical team to install the portal again.',
    'picture-refused':
      'Images were not shown, because their format is not verified or contradicts the file. Transfer syntax {syntax}, {photometric}, bits {bits}. Images: {count}.',
    'originals-verified':
      'All stored files were checked and are unchanged since their upload. Files: {good}, {goodBytes}.',
    'originals-damaged':
      'Stored files were checked. Damaged or missing files: {bad}. Unchanged files: {good}, {goodBytes}.',
    'annotations-damaged':
      'Saved measurements cannot be read and are left out of their exam: {error}. The server’s own log names them.',
    'backup-made':
      'A backup was created. Database rows: {rows}. Files: {files}, newly copied: {copied}, {copiedBytes}.',
    'backup-incomplete':
      'A backup was created, but it is not complete. Uploaded files that were not found: {missing}. Ask your technical team to verify the stored files.',
    'backup-restored':
      'The portal was restored from the backup {backup}. Database rows: {rows}. Sessions and tokens ended: {ended}.',
    'backup-unsigned':
      'The restored backup {backup} has no signature. The operator accepted it, but it may have been changed.',
    'key-rotation-started':
      'A new encryption key was created. All stored keys are being encrypted with it; until that is done, the old and the new key are both valid.',
    'key-rotated':
      'The encryption key was replaced. Keys encrypted with the new one: {keys}. The old key is only needed for backups made before.',
    'patient-erased':
      'A patient was erased: the encryption key was destroyed, and stored files were deleted. Files: {files}.',
    'doctor-approved': 'A doctor was approved.',
    'doctor-rejected': 'A doctor’s registration request was rejected.',
    'account-disabled': 'An account was suspended or disabled.',
    'account-enabled': 'An account was reinstated or enabled.',
    'center-created': 'Medical center number {number} was created.',
    'mail-sent': 'An email was sent: {kind}.',
    'sms-failed': 'An SMS could not be sent (attempts: {attempts}): {kind}, {error}.',
    'fiscal-rejected':
      'The tax authority refused a document ({error}). Ask your technical team to correct the cause and send it again, or credit the invoice.',
    'fiscal-behind':
      'Documents that only the tax authority has: {count}. Nothing of their series is issued until an administrator takes them over under Billing, Tax authority.',
    'fiscal-interface':
      'Documents are sent to the tax authority by its ERP interface. In Greece, invoices to businesses must go through a certified provider or the authority’s own application. Ask your accountant.',
    'mail-failed': 'An email could not be sent (attempts: {attempts}): {kind}, {error}.',
    'sms-expired': 'An SMS expired before it could be sent: {kind}, {error}.',
    'mail-expired': 'An email expired before it could be sent: {kind}, {error}.',
    'sms-uncertain': 'An SMS may not have been sent and will not be sent again: {kind}, {error}.',
    'mail-uncertain': 'An email may not have been sent and will not be sent again: {kind}, {error}.',
    'messages-forgotten': 'Messages that could no longer be sent were deleted: {count}.',
    'objects-swept': 'Files that belong to no exam were deleted: {count}.',
    'job-failed': 'A background job failed and will be tried again: {job}, {error}.',
    'job-dead': 'A background job failed after all attempts ({attempts}): {job}, {error}.',
    'job-lease-lost': 'A background job stopped responding and was started again: {job}.',
    'queue-database-failed': 'Background jobs could not reach the database: {error}.',
    'request-failed': 'A request failed because of a server error: {route}, {error}.',
    'connection-lost': 'A connection to the database was lost: {error}.',
    'events-wait': 'Live updates are paused until the database is available again: {error}.',
    'health-failed': '{probe}: {finding}',
    'health-warning': '{probe}: {finding}',
    'health-well': 'Resolved. {probe}: {finding}',
    'other-warning': 'A warning was logged: {error}. The server’s own log has more details.',
    'other-error': 'An error was logged: {error}. The server’s own log has more details.',
    'alarm-codes_burnt':
      'Three codes of one doctor were used up by wrong entries within a day. The doctor’s requests are paused.',
    'alarm-unknown_numbers': 'A doctor entered five phone numbers in a row that received no code.',
    'alarm-many_downloads': 'A doctor downloaded 100 files within a day.',
    'alarm-sms_half': 'Half of the daily SMS limit is used.',
    'alarm-sms_spent': 'The daily SMS limit is reached. No codes or links are sent until tomorrow.',
    'alarm-center_unpaid': 'A medical center has not paid.',
    'alarm-infected_file': 'The virus scanner found a virus in an exam. Doctors do not see the exam.',
    'alarm-payments': 'A card payment needs a decision.',
    'scan-failed': 'The virus scanner did not finish checking an exam: {error}. The check is repeated automatically.',
    'scan-limited':
      'The virus scanner did not read an exam completely. Ask your technical team to raise the scanner’s limits. The check is repeated automatically.',
    'alarm-sign_in_guesses': 'Sign-ins to 15 or more accounts failed within an hour from one network.',
    'alarm-spread_guesses': 'Sign-ins to 100 or more accounts failed within an hour.',
    'alarm-new_browser': 'An administrator signed in from a new browser.',
    'alarm-amka_reveals': 'An account showed more than 20 AMKA numbers within an hour.',
    'alarm-unusual_access': 'A session opened far more exams than usual for its account.',
    'alarm-mass_access': 'A session opened very many more exams than usual for its account.',
    'alarm-account_mass_access': 'An account opened very many more exams than usual over several sessions.',
    'alarm-denials': 'More than 30 requests of an account were denied within an hour.',
    'alarm-token_network': 'An API token was used from a new network.',
    'alarm-audit_exports': 'An administrator exported the audit log.',
    'alarm-grants_revoked': 'Access to 20 or more patients of a center was ended within a day.',
    'account-held': 'An alert put an account on hold.',
    'account-released': 'An administrator released an account that was on hold.',
    'audit-rolled-back':
      'The audit log lacks entries that were signed before. Nothing new is signed. Ask your technical team to verify the audit log now.',
    'lines-left-out': 'Too many log entries at once. Entries omitted: {count}.',
  },
  // The jobs that run in the background, by their kind.
  jobs: {
    'send-sms': 'sending an SMS',
    'send-mail': 'sending an email',
    'watch-doctor': 'checking a doctor’s requests',
    'watch-alarms': 'checking for unusual activity',
    'prepare-exam': 'preparing an exam for viewing',
    'unprepared-exams': 'finding exams to prepare',
    'make-frames': 'preparing the images of an exam',
    'scan-exam': 'checking an exam for viruses',
    'scan-tried-exam': 'checking an exam for viruses again',
    'scan-stored-exam': 'checking an earlier exam for viruses',
    'unscanned-exams': 'finding exams to check for viruses',
    'release-unscanned': 'releasing exams that no virus scanner will check',
    'invoice-pdf': 'writing a document as PDF',
    'invoice-mail': 'mailing a document',
    fiscal: 'reporting a document to the tax authority',
    'fiscal-series': 'fetching documents from the tax authority',
    'check-vat': 'checking a VAT number in VIES',
    'settle-bank-lines': 'recording payments of a bank file',
    billing: 'sending payment requests',
    'charge-card': 'charging a card',
    'refund-card': 'refunding a card',
    'payment-event': 'handling a notice of the payment provider',
    'sweep-payments': 'checking card payments',
    'replace-request': 'requesting the price of another plan',
    'empty-outbox': 'cleaning up messages',
    'sweep-objects': 'cleaning up files',
    'sweep-system-log': 'cleaning up the system log',
    'purge-lapsed': 'deleting expired data',
    'tell-looks': 'sending access notices',
    'seal-audit': 'protecting the audit log',
    'anchor-audit': 'sending signatures of the audit log to other places',
    'stream-audit': 'sending the audit log to the log server',
    'check-health': 'checking System Health',
  },
  kinds: {
    code: 'One-time code',
    consent: 'Consent link',
    link: 'Consent link resent',
    looked: 'Access notice',
    approved: 'Doctor approved',
    invoice: 'Invoice issued',
    'payment-reminder': 'Payment reminder',
    payment: 'Card payment needed',
    'price-notice': 'New price',
    rejected: 'Doctor rejected',
    suspended: 'Doctor suspended',
    reinstated: 'Doctor reinstated',
    disabled: 'Account disabled',
    enabled: 'Account enabled',
    alarm: 'Alert to an administrator',
    'account-alarm': 'Alert to an account',
    released: 'Account released',
    'password-reset': 'Password reset link',
    'password-changed': 'Password changed',
    'confirm-email': 'Email confirmation link',
    'email-known': 'Sign-up with a registered email',
    email_changed: 'Email changed',
    support: 'Support message',
    'support-reply': 'Support reply',
  },
} as const satisfies {
  sources: Record<EventSource, string>;
  events: Record<SystemEventCode, string>;
  jobs: Record<string, string>;
  kinds: Record<MessageKind, string>;
};
