/** The words of the health page's checks of billing and card payments. */
export const messages = {
  'payments-well': {
    label: 'Connected',
    message: 'The payment provider at {where} answers.',
  },
  'payments-test': {
    label: 'Test key',
    message: 'The payment provider at {where} answers, but no money moves. Ask your technical team to set a live key.',
  },
  'payments-late': {
    label: 'Without an end',
    message:
      'Payments by card of which the provider has not said for an hour how they ended: {count}. They are asked for each 15 minutes. Compare them with the provider’s page.',
  },
  'payments-events': {
    label: 'Delayed',
    message:
      'Notices of the payment provider that wait for over 15 minutes: {count}. Payments are also found without them. Look at Background jobs.',
  },
  'payments-failed': {
    label: 'Not connected',
    message:
      'The payment provider cannot be reached: {error}. Payments by card are not possible. Ask your technical team to check PAYMENTS_URL and the connection.',
  },
  'billing-well': {
    label: 'Set up',
    message: 'Invoices name your business, and customers can transfer money to your account.',
  },
  'billing-unconfirmed': {
    label: 'Not confirmed',
    message: 'Ask your accountant to confirm how invoices are taxed. Then set OPERATOR_TAX_CONFIRMED.',
  },
  'billing-no-account': {
    label: 'No bank account',
    message:
      'Customers cannot pay: their invoices wait for an account. Ask your technical team to set BANK_IBAN. They are issued within an hour of the next start.',
  },
  'billing-off': {
    label: 'Not set up',
    message:
      'No invoice can be issued: what customers owe waits. Ask your technical team to set OPERATOR_VAT. The invoices are issued within an hour of the next start.',
  },
  'bank-lines-old': {
    label: 'To decide',
    message:
      'Movements of the bank account that have waited for a decision for over 7 days: {count}. Open Billing, Bank.',
  },
  'books-unbalanced': {
    label: 'Books wrong',
    message:
      'The entries of the ledger do not sum to 0: the database was changed past the portal. Ask your technical team to compare it with the last backup.',
  },
  'numbers-missing': {
    label: 'Numbers missing',
    message:
      'Series in which a number has no document, or a document has other sums than its lines: {count}. The database was changed past the portal. Ask your technical team to compare it with the last backup.',
  },
  'fiscal-behind': {
    label: 'Numbers taken',
    message:
      'Documents that only the tax authority has: {count}. Nothing of their series is issued until you take them over under Billing, Tax authority.',
  },
  'fiscal-unasked': {
    label: 'Authority not asked',
    message:
      'A backup was restored, and the tax authority was not asked yet which documents it has. Until then nothing is issued. It is asked every five minutes. Ask your technical team to check FISCAL_URL and the connection.',
  },
  'fiscal-rejected': {
    label: 'Refused',
    message:
      'Documents that the tax authority refused: {count}. Ask your technical team to correct the cause and send them again, or credit the invoices.',
  },
  'fiscal-late': {
    label: 'Not reported',
    message:
      'Documents that have not reached the tax authority for 24 hours: {count}. They are sent again by themselves. Ask your technical team to check FISCAL_URL and the connection.',
  },
} as const;
