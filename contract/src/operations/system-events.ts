export const eventLevels = ['info', 'success', 'warning', 'error'] as const;
export type EventLevel = (typeof eventLevels)[number];

/** Parts of the portal that write log entries. Their names are in `text/<language>/system-log.ts`. */
export const eventSources = [
  'portal',
  'database',
  'api',
  'storage',
  'queue',
  'sms',
  'mail',
  'accounts',
  'health',
] as const;
export type EventSource = (typeof eventSources)[number];

/** Checks whether this version knows the source. A later version may store or send others. */
export function isEventSource(source: unknown): source is EventSource {
  return eventSources.some((each) => each === source);
}

/**
 * All entries of the system log. Their texts are in `text/<language>/system-log.ts`. Parameters contain only codes and
 * counts, never a person's name, number or text.
 */
export const systemEvents = {
  started: { level: 'success', source: 'portal' },
  stopped: { level: 'info', source: 'portal' },
  migrated: { level: 'success', source: 'database' },
  'sms-reach-nobody': { level: 'warning', source: 'sms' },
  'codec-missing': { level: 'warning', source: 'portal' },
  'picture-refused': { level: 'warning', source: 'portal' },
  'originals-verified': { level: 'success', source: 'storage' },
  'originals-damaged': { level: 'error', source: 'storage' },
  'annotations-damaged': { level: 'error', source: 'storage' },
  'backup-made': { level: 'success', source: 'storage' },
  'backup-incomplete': { level: 'error', source: 'storage' },
  'backup-restored': { level: 'warning', source: 'storage' },
  'backup-unsigned': { level: 'warning', source: 'storage' },
  'key-rotation-started': { level: 'info', source: 'storage' },
  'key-rotated': { level: 'success', source: 'storage' },
  'patient-erased': { level: 'warning', source: 'storage' },
  'doctor-approved': { level: 'success', source: 'accounts' },
  'doctor-rejected': { level: 'info', source: 'accounts' },
  'account-disabled': { level: 'warning', source: 'accounts' },
  'account-enabled': { level: 'info', source: 'accounts' },
  'center-created': { level: 'success', source: 'accounts' },
  'mail-sent': { level: 'success', source: 'mail' },
  'sms-failed': { level: 'error', source: 'sms' },
  'fiscal-rejected': { level: 'error', source: 'queue' },
  'fiscal-not-cancelled': { level: 'error', source: 'queue' },
  'fiscal-behind': { level: 'error', source: 'queue' },
  'fiscal-interface': { level: 'warning', source: 'portal' },
  'mail-failed': { level: 'error', source: 'mail' },
  'sms-expired': { level: 'warning', source: 'sms' },
  'mail-expired': { level: 'warning', source: 'mail' },
  'sms-uncertain': { level: 'warning', source: 'sms' },
  'mail-uncertain': { level: 'warning', source: 'mail' },
  'messages-forgotten': { level: 'warning', source: 'queue' },
  'objects-swept': { level: 'info', source: 'storage' },
  'job-failed': { level: 'warning', source: 'queue' },
  'job-dead': { level: 'error', source: 'queue' },
  'job-lease-lost': { level: 'warning', source: 'queue' },
  'queue-database-failed': { level: 'warning', source: 'queue' },
  'request-failed': { level: 'error', source: 'api' },
  'connection-lost': { level: 'warning', source: 'database' },
  'events-wait': { level: 'warning', source: 'database' },
  'health-failed': { level: 'error', source: 'health' },
  'health-warning': { level: 'warning', source: 'health' },
  'health-well': { level: 'success', source: 'health' },
  'other-warning': { level: 'warning', source: 'portal' },
  'other-error': { level: 'error', source: 'portal' },
  'alarm-codes_burnt': { level: 'warning', source: 'accounts' },
  'alarm-unknown_numbers': { level: 'warning', source: 'accounts' },
  'alarm-many_downloads': { level: 'warning', source: 'accounts' },
  'alarm-sms_half': { level: 'warning', source: 'sms' },
  'alarm-sms_spent': { level: 'error', source: 'sms' },
  'alarm-center_unpaid': { level: 'warning', source: 'accounts' },
  'alarm-passkey_copied': { level: 'warning', source: 'accounts' },
  'alarm-password_known': { level: 'warning', source: 'accounts' },
  'alarm-infected_file': { level: 'error', source: 'storage' },
  'alarm-payments': { level: 'error', source: 'accounts' },
  'alarm-payment_undecided': { level: 'error', source: 'accounts' },
  'alarm-payment_provider': { level: 'error', source: 'accounts' },
  'alarm-document_refused': { level: 'error', source: 'accounts' },
  'scan-failed': { level: 'warning', source: 'storage' },
  'scan-limited': { level: 'warning', source: 'storage' },
  'alarm-sign_in_guesses': { level: 'warning', source: 'accounts' },
  'alarm-spread_guesses': { level: 'warning', source: 'accounts' },
  'alarm-new_browser': { level: 'warning', source: 'accounts' },
  'alarm-amka_reveals': { level: 'warning', source: 'accounts' },
  'alarm-unusual_access': { level: 'warning', source: 'accounts' },
  'alarm-mass_access': { level: 'error', source: 'accounts' },
  'alarm-account_mass_access': { level: 'error', source: 'accounts' },
  'alarm-denials': { level: 'warning', source: 'accounts' },
  'alarm-token_network': { level: 'warning', source: 'accounts' },
  'alarm-audit_exports': { level: 'warning', source: 'accounts' },
  'alarm-grants_revoked': { level: 'warning', source: 'accounts' },
  'account-held': { level: 'warning', source: 'accounts' },
  'account-released': { level: 'info', source: 'accounts' },
  'audit-rolled-back': { level: 'error', source: 'health' },
  'lines-left-out': { level: 'warning', source: 'portal' },
} as const satisfies Record<string, { level: EventLevel; source: EventSource }>;
export type SystemEventCode = keyof typeof systemEvents;

export function isSystemEventCode(code: unknown): code is SystemEventCode {
  return typeof code === 'string' && Object.hasOwn(systemEvents, code);
}
