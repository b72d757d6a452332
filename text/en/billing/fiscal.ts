/** Documents at the tax authority, for the administrator. */
export const messages = {
  reporting: {
    none: {
      title: 'Documents are not reported',
      text: 'Only documents of a Greek seller are reported. Set OPERATOR_VAT if you are one.',
    },
    file: {
      title: 'Documents are written to a folder',
      text: 'Nothing is sent to the tax authority: report these files yourself, or set FISCAL_URL.',
    },
    dev: {
      title: 'Documents are sent to the tax authority’s test environment',
      text: 'Marks from there are not valid. Set FISCAL_URL to @prod to report documents.',
    },
    prod: {
      title: 'Documents are sent to the tax authority (myDATA)',
      text: 'Each document is sent within a minute of its issue, and again by itself while the authority cannot be reached.',
    },
    unasked: {
      title: 'Nothing is issued yet',
      text: 'A backup was restored. First the tax authority is asked which documents it has, every five minutes until it answers.',
    },
  },
  behind: {
    title:
      '{count, plural, one {Only the tax authority has # document} other {Only the tax authority has # documents}}',
    text: 'The portal does not have them, as after a backup was restored. Nothing of their series is issued until you take them over.',
    mark: 'mark {mark}',
    others: '{count, plural, one {and # more} other {and # more}}',
    open: 'Take over',
    question: '{count, plural, one {Take over # document?} other {Take over # documents?}}',
    consequence:
      'Their numbers stay used, and new documents get the numbers after them. They are in the export for the accountant, but not in the portal’s books: what they charge must be cancelled at the tax authority or entered by hand.',
    submit: 'Take over',
    submitting: 'Taking over…',
    done: 'Documents are issued again',
  },
  label: 'Documents at the tax authority',
  state: 'Status',
  filter: {
    all: 'All statuses',
    pending: 'Not reported yet',
    waiting: 'To send',
    sending: 'Being sent',
    unknown: 'No answer',
    accepted: 'Accepted',
    rejected: 'Refused',
    cancelling: 'Being voided',
    cancelled: 'Voided',
  },
  states: {
    waiting: 'To send',
    sending: 'Being sent',
    unknown: 'No answer',
    accepted: 'Accepted',
    rejected: 'Refused',
    cancelling: 'Being voided',
    cancelled: 'Voided',
  },
  written: 'In the folder',
  count: '{count, plural, =0 {No documents} one {# document} other {# documents}}',
  countMore: 'More than {count, number} documents',
  none: 'No documents yet',
  noneText: 'Each invoice and credit note of a Greek seller appears here when it is issued.',
  noneOfState: 'No documents with this status',
  noneOfStateText: 'Choose another status.',
  failed: 'Could not load the documents',
  more: 'Show more documents',
  number: 'Number',
  buyer: 'For',
  date: 'Date',
  amount: 'Amount',
  mark: 'Mark',
  noMark: 'None yet',
  unsent: 'None: it was not sent',
  cancelMark: 'Mark of the cancellation',
  uid: 'UID',
  tries: 'Attempts',
  code: 'Error {code}',
  nextTry: 'Next attempt: {time}.',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  advice: {
    soon: 'It is sent within a minute.',
    unreachable:
      'The tax authority cannot be reached. The document is sent again by itself. If this lasts, check the connection of the server.',
    asked: 'The answer was lost. The tax authority is asked whether it has the document before it is sent again.',
    credentials:
      'The tax authority does not accept user or key. Correct FISCAL_URL. The document is sent again by itself.',
    folder:
      'The folder cannot be written. Check its owner and the free space. The document is written again by itself.',
    refused:
      'The tax authority refused the document by its content, and nothing sends it again by itself. Look up the code in the list of errors of its manual, correct the cause and send it again, or credit the invoice.',
    seller:
      'The tax authority does not accept the seller: OPERATOR_VAT and the user of FISCAL_URL are of different businesses, or the business is not active. Correct the settings and send it again.',
    vatNumber:
      'A Greek VAT number on the document is not valid. If it is the buyer’s, correct the billing details, credit the invoice and issue a new one.',
    cancelRefused: 'The tax authority refused to cancel the invoice, so it stands. Correct it by a credit note.',
  },
  retry: {
    again: 'Send again',
    now: 'Send now',
    busy: 'Sending…',
    done: 'The document is sent again',
    failed: 'Document not sent',
  },
  void: {
    open: 'Void',
    title: 'Void invoice {number} of {amount}?',
    text: 'It is cancelled at the tax authority and leaves the books. Its number stays used. The account no longer owes it.',
    submit: 'Void invoice',
    submitting: 'Voiding…',
    done: 'The invoice is being voided',
  },
} as const;
