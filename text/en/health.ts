import type { FindingCode, ProbeName } from '@medcloud/contract/operations/health';
import { messages as billingFindings } from './health/billing.ts';
import { messages as factorFindings } from './health/factors.ts';

/** The checks of the portal's health: the name of each probe, and the words of each result. */
export const messages = {
  probes: {
    database: 'Database',
    api: 'API',
    authentication: 'Authentication',
    storage: 'File storage',
    queue: 'Background jobs',
    sms: 'SMS gateway',
    mail: 'Email',
    disk: 'Disk space',
    keys: 'Encryption key',
    audit: 'Audit log',
    anchors: 'Audit log copies',
    'audit-stream': 'Audit log forwarding',
    scanner: 'Virus scanner',
    payments: 'Card payments',
    billing: 'Billing',
    'second-factor': 'Second factor',
  },

  durations: {
    ms: '{value} ms',
    s: '{value} s',
    min: '{value} min',
    h: '{value} h',
    d: '{value} d',
  },

  // `label`: one or two words next to the icon. `message`: the check and its result.
  findings: {
    'database-well': {
      label: 'Connected',
      message: 'A test record was written, read and deleted.',
    },
    'database-slow': {
      label: 'Slow',
      message: 'A test record was written, read and deleted, but it took too long.',
    },
    'database-failed': {
      label: 'Not connected',
      message: 'The test record could not be written: {error}.',
    },
    'api-well': {
      label: 'Operational',
      message: 'Requests in the last 5 minutes: {requests}. 95% were answered within {p95Ms}.',
    },
    'api-quiet': {
      label: 'Operational',
      message: 'A test request was answered. There were no other requests in the last 5 minutes.',
    },
    'api-slow': {
      label: 'Slow',
      message: 'Requests in the last 5 minutes: {requests}. 95% were answered within {p95Ms}.',
    },
    'api-failing': {
      label: 'Errors',
      message: 'Server errors in the last 5 minutes: {failures} of {requests} requests.',
    },
    'api-failed': {
      label: 'Not responding',
      message: 'The test request was not answered: {error}.',
    },
    'authentication-well': {
      label: 'Secure',
      message: 'A test session was opened and closed, and a wrong password was rejected.',
    },
    'authentication-slow': {
      label: 'Slow',
      message: 'Signing in works, but checking the password took too long.',
    },
    'authentication-failed': {
      label: 'Not working',
      message: 'The test session or the password check failed: {error}.',
    },
    'storage-well': {
      label: 'Available',
      message: 'A test file was written, read, compared and deleted.',
    },
    'storage-slow': {
      label: 'Slow',
      message: 'A test file was written, read and compared, but it took too long.',
    },
    'storage-failed': {
      label: 'Not available',
      message: 'The test file could not be written and read: {error}.',
    },
    'queue-well': {
      label: 'On time',
      message: 'No job is late. Scheduled jobs: {waiting}.',
    },
    'queue-late': {
      label: 'Late',
      message: 'The oldest job is {overdueMs} late. Waiting jobs: {waiting}.',
    },
    'queue-stuck': {
      label: 'Stopped',
      message: 'Jobs are not running. The oldest one is {overdueMs} late. Waiting jobs: {waiting}.',
    },
    'queue-dead': {
      label: 'Failures',
      message: 'Jobs that failed after all attempts: {dead}.',
    },
    'queue-failed': {
      label: 'Check failed',
      message: 'The jobs could not be counted: {error}.',
    },
    'sms-well': {
      label: 'Connected',
      message: '{where} answered. The check sends no SMS.',
    },
    'sms-slow': {
      label: 'Slow',
      message: '{where} answered, but it took too long.',
    },
    'sms-troubled': {
      label: 'Failures',
      message: '{where} answered. Not delivered in the last 24 hours: {failed} of {messages} SMS.',
    },
    'sms-half': {
      label: 'Half used',
      message:
        '{sent} of today’s {budget} SMS have been sent. When the limit is reached, no codes or links are sent until the next day.',
    },
    'sms-spent': {
      label: 'Limit reached',
      message:
        'All {budget} SMS of today have been sent. No codes or links are sent until tomorrow. To send more, ask your technical team to raise the limit.',
    },
    'sms-files': {
      label: 'Files only',
      message: 'SMS are saved to files for evaluation and are not sent.',
    },
    'sms-nobody': {
      label: 'Not sent',
      message:
        'SMS are saved to files, so patients get no codes or links. Ask your technical team to set up an SMS gateway.',
    },
    'sms-failed': {
      label: 'No connection',
      message: 'The SMS gateway could not be reached: {error}.',
    },
    'mail-well': {
      label: 'Connected',
      message: '{where} answered. The check sends no email.',
    },
    'mail-slow': {
      label: 'Slow',
      message: '{where} answered, but it took too long.',
    },
    'mail-troubled': {
      label: 'Failures',
      message: '{where} answered. Not delivered in the last 24 hours: {failed} of {messages} emails.',
    },
    'mail-files': {
      label: 'Files only',
      message: 'Emails are saved to files for evaluation and are not sent.',
    },
    'mail-nobody': {
      label: 'Not sent',
      message: 'Emails are saved to files and are not sent. Ask your technical team to set up a mail server.',
    },
    'mail-failed': {
      label: 'No connection',
      message: 'The mail server could not be reached: {error}.',
    },
    'disk-well': {
      label: 'Enough',
      message: '{availableBytes} of {totalBytes} free ({percent}%).',
    },
    'disk-low': {
      label: 'Low',
      message: '{availableBytes} of {totalBytes} free ({percent}%). Free up space soon.',
    },
    'disk-full': {
      label: 'Full',
      message: '{availableBytes} of {totalBytes} free. Uploads will be rejected until space is freed up.',
    },
    'disk-failed': {
      label: 'Check failed',
      message: 'The free space could not be read: {error}.',
    },
    'keys-apart': {
      label: 'Stored separately',
      message:
        'The key is stored separately from the data ({source, select, file {in a file} awskms {in AWS KMS} vault {in Vault} other {in the settings}}) and belongs to this database. Age of the key: {ageMs}.',
    },
    'keys-rotating': {
      label: 'Being replaced',
      message:
        'The key is being replaced; the old and the new one are both valid. If this lasts, ask your technical team to start the key rotation again: it continues where it stopped.',
    },
    'keys-beside': {
      label: 'Stored with the data',
      message:
        'The key is in the data folder, so a copy of the folder can be decrypted. Ask your technical team to store the key elsewhere.',
    },
    'keys-beside-https': {
      label: 'Stored with the data',
      message:
        'The key is in the data folder beside the database, so anyone who gets a copy of the folder can read everything. Ask your technical team to move the key out of it: two lines, under “Keys” in the operations guide.',
    },
    'keys-replaced': {
      label: 'Replaced',
      message:
        'The key was replaced, but the settings still name the old one. Ask your technical team to set the new key (ENCRYPTION_KEY), or the portal will not start again.',
    },
    'keys-unreachable': {
      label: 'Service not reachable',
      message:
        '{source, select, awskms {AWS KMS} vault {Vault} other {The key service}} does not open the key now. The portal continues, but could not start again. Ask your technical team to check the service.',
    },
    'keys-open': {
      label: 'Exposed',
      message: 'Other users of the server can read the key file. Ask your technical team to restrict its permissions.',
    },
    'keys-missing': {
      label: 'Missing',
      message:
        'The key file is missing or contains another key. Ask your technical team to restore it from a copy, or the portal will not start again.',
    },
    'keys-failed': {
      label: 'Check failed',
      message: 'The key could not be checked: {error}.',
    },
    'audit-well': {
      label: 'Protected',
      message: 'New entries are protected on time, so any change to them is detected. Entries: {records}.',
    },
    'audit-restored': {
      label: 'Continued from a backup',
      message:
        'On {day}, someone with access to the server signed that the audit log continues from entry {number}. Entries that came after it before that day are missing. If no backup was restored then, ask your technical team to verify the audit log now. Entries: {records}. Restores so far: {count}.',
    },
    'audit-restored-earlier': {
      label: 'Protected',
      message:
        'New entries are protected on time, so any change to them is detected. Entries: {records}. On {day}, the log was continued from entry {number} after a restore. Restores so far: {count}.',
    },
    'audit-late': {
      label: 'Delayed',
      message:
        'The oldest unprotected entry is {lagMs} old. Changes to it cannot be detected yet. Protected entries: {records}.',
    },
    'audit-unsigned': {
      label: 'Not signed',
      message:
        'The oldest unsigned entry has waited {unsignedMs} for its signature. Ask your technical team to verify the audit log. Entries: {records}.',
    },
    'audit-failed': {
      label: 'Check failed',
      message: 'The audit log could not be read: {error}.',
    },
    'anchors-well': {
      label: 'Up to date',
      message: 'Other places that keep signatures of the audit log: {count}.',
    },
    'anchors-optional': {
      label: 'Not set up',
      message: 'Signatures of the audit log are kept on this server only. This is enough for evaluation.',
    },
    'anchors-missing': {
      label: 'Not set up',
      message:
        'Signatures of the audit log are kept on this server only, so deleting its latest entries could go unnoticed. Ask your technical team to set up another place for them.',
    },
    'anchors-late': {
      label: 'Late',
      message: '{where} has been missing the latest signatures of the audit log for {overdueMs}.',
    },
    'anchors-behind': {
      label: 'Entries missing',
      message:
        '{where} has a signature of entry {records}, which the audit log no longer contains. Nothing new is signed. Ask your technical team to verify the audit log now.',
    },
    'anchors-unread': {
      label: 'Not compared yet',
      message:
        'The signatures in {where} could not be read since the portal started ({error}). Nothing new is signed until they are compared with the audit log. The portal tries again every minute.',
    },
    'anchors-silent': {
      label: 'Not compared',
      message:
        'The signatures in {where} could not be read for {overdueMs} since the portal started ({error}). Nothing new is signed until they are compared with the audit log. Ask your technical team to make that place reachable.',
    },
    'anchors-failed': {
      label: 'Check failed',
      message: 'The copies could not be checked: {error}.',
    },
    'stream-well': {
      label: 'Up to date',
      message: '{where} receives the entries of the audit log. Entries waiting to be sent: {records}.',
    },
    'stream-late': {
      label: 'Late',
      message:
        '{where} is not receiving the entries of the audit log. The oldest has waited {overdueMs}. Waiting: {records}. All of them are sent once the log server is reachable again.',
    },
    'stream-ahead': {
      label: 'Entries missing',
      message:
        '{where} has received entries that the audit log no longer contains: {records}. Ask your technical team to verify the audit log now.',
    },
    'stream-failed': {
      label: 'Check failed',
      message: 'The forwarding of the audit log could not be checked: {error}.',
    },
    'scanner-well': {
      label: 'Working',
      message: '{program} answered. Its signatures (version {number}) are {ageMs} old.',
    },
    'scanner-undated': {
      label: 'Unknown signatures',
      message:
        '{program} answered, but does not report when its signatures were updated. Ask your technical team to check that they are updated.',
    },
    'scanner-old': {
      label: 'Old signatures',
      message:
        '{program} answered, but its signatures (version {number}) are {ageMs} old. Ask your technical team to check that they are updated.',
    },
    'scanner-limited': {
      label: 'Limit too small',
      message:
        'Exams that the virus scanner did not read completely: {count}. Doctors cannot download them. Ask your technical team to raise the scanner’s limits.',
    },
    'scanner-late': {
      label: 'Late',
      message:
        'Exams waiting for the virus scanner: {waiting}. The oldest has waited {overdueMs}. Doctors cannot download them yet.',
    },
    'scanner-missing': {
      label: 'Not set up',
      message:
        'Uploaded files are not checked for viruses. Exams not checked: {count}. Ask your technical team to set up a virus scanner.',
    },
    'scanner-elsewhere': {
      label: 'Not set up here',
      message:
        'This server has no virus scanner, but another server had one within the last 24 hours. Exams waiting for it: {waiting}. Ask your technical team to set up the scanner on every server. If no server has one, these exams are released without a check after 24 hours.',
    },
    'scanner-failed': {
      label: 'No connection',
      message:
        'The virus scanner could not be reached: {error}. New exams can be viewed, but doctors cannot download them. Ask your technical team to start it.',
    },
    ...billingFindings,
    ...factorFindings,
    'no-answer': {
      label: 'No answer',
      message: 'The check got no answer within {limitMs}.',
    },
  },

  // Why something failed, as part of a sentence: after a colon or a comma, before a full stop.
  errors: {
    closed: 'the connection was closed early',
    canceled: 'the operation was interrupted',
    timeout: 'there was no answer in time',
    refused: 'the connection was refused',
    unreachable: 'the server could not be reached',
    signIn: 'the sign-in was rejected',
    full: 'the storage is full',
    permission: 'access to a file was denied',
    notFound: 'a file was not found',
    storage: 'the storage failed',
    damaged: 'a stored file is damaged',
    memory: 'there was not enough memory',
    limit: 'the daily SMS limit was reached',
    unexpected: 'unexpected error',
    database: 'database error {code}',
    web: 'gateway error {code}',
    mailServer: 'mail server error {code}',
    smsGateway: 'SMS gateway error {code}',
  },
} as const satisfies {
  probes: Record<ProbeName, string>;
  durations: Record<'ms' | 's' | 'min' | 'h' | 'd', string>;
  findings: Record<FindingCode, { label: string; message: string }>;
  errors: Record<string, string>;
};
