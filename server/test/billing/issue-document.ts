import { insertInvoice, issueNumber } from '../../src/domain/billing/invoices/store.ts';
import { issuePostings } from '../../src/domain/billing/ledger/postings.ts';
import { insertEntry } from '../../src/domain/billing/ledger/store.ts';
import type { Tx } from '../../src/domain/database.ts';
import { hashSecret } from '../../src/platform/crypto/hash-secret.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import type { TestApp } from '../harness/start-test-app.ts';

const buyer = {
  ...{ legalName: 'Ελένη Παπαδοπούλου', country: 'GR', vatNumber: null, taxOffice: null, activity: null },
  ...{ address: null, city: null, postalCode: null },
};

const parties = ({ billing }: TestApp['app']['context']['settings']) => ({
  seller: JSON.stringify(billing.seller),
  buyer: JSON.stringify(buyer),
});

/** Issues an invoice of an account, over 480.00 euros, in the caller's transaction. Returns its number. */
export async function issueDocument({ app }: Pick<TestApp, 'app'>, tx: Tx, userId: string, series = 'T') {
  const { clock, random, settings } = app.context;
  const { year, number, issuedOn } = await issueNumber(tx, series);
  const id = newId(clock, random);
  const sums = { net_cents: 38_710, vat_cents: 9_290, gross_cents: 48_000 };
  const days = { issued_on: issuedOn, due_on: issuedOn, from_day: issuedOn, to_day: issuedOn };
  const of = {
    user_id: userId,
    kind: 'invoice',
    series,
    year,
    number,
    language: 'el',
    tax_case: 'home_person',
  } as const;
  await insertInvoice(tx, { id, ...of, ...days, ...sums, ...parties(settings), sha256: hashSecret(id) }, [
    {
      ...{ text_en: 'Subscription', text_el: 'Συνδρομή', quantity: 1, ...sums },
      ...{ basis_points: 2_400, mydata_category: 1, income_category: 'category1_3', income_type: 'E3_561_003' },
    },
  ]);
  const [netCents, vatCents, grossCents] = [sums.net_cents, sums.vat_cents, sums.gross_cents];
  const postings = issuePostings({ id, userId, netCents, vatCents, grossCents });
  const cause = { day: issuedOn, userId, sourceId: id, actor: null };
  await insertEntry(tx, { id: newId(clock, random), kind: 'issued', source: 'invoice', ...cause, postings });
  return { id, year, number, issuedOn };
}
