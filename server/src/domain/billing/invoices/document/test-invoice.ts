import { splitVat } from '@medcloud/contract';
import { createRf } from '../../../../platform/money/rf.ts';
import type { InvoiceDocument } from './invoice-document.ts';

const { netCents, vatCents } = splitVat(48_000);

/** A doctor's yearly invoice in Greek, from a portal on loopback. */
export const sampleInvoice: InvoiceDocument = {
  kind: 'invoice',
  number: 'TEST-2026-000123',
  issuedOn: '2026-11-28',
  dueOn: '2026-12-12',
  from: '2026-11-28',
  to: '2027-11-27',
  seller: {
    ...{ legalName: 'Διαγνωστική Παράδειγμα ΑΕ', country: 'GR', region: null, vatNumber: '094014201' },
    ...{ taxOffice: 'ΚΕΦΟΔΕ Αττικής', registryNumber: '000123456000', address: 'Ερμού 1, 105 63 Αθήνα' },
  },
  buyer: {
    ...{ legalName: 'Ελένη Παπαδοπούλου', country: 'GR', vatNumber: '000000012', taxOffice: 'ΔΟΥ Α΄ Θεσσαλονίκης' },
    ...{ activity: 'Ιατρός ακτινολόγος', address: 'Τσιμισκή 45', city: 'Θεσσαλονίκη', postalCode: '546 23' },
  },
  lines: [
    {
      ...{ text: 'Συνδρομή MedCloud, ετήσιο πρόγραμμα, 12 μήνες', quantity: 1, basisPoints: 2_400 },
      ...{ netCents, vatCents, grossCents: 48_000 },
    },
  ],
  taxCase: 'home_business',
  isOss: false,
  credits: null,
  reason: null,
  openCents: 48_000,
  transfer: {
    ...{ iban: 'GR4000000000000000000000001', bic: null, holder: 'Διαγνωστική Παράδειγμα ΑΕ', rf: createRf(123) },
  },
  report: null,
  isTest: true,
  language: 'el',
  createdAt: new Date('2026-11-28T10:00:00Z'),
};
