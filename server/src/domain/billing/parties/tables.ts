import type { Language } from '@medcloud/contract/languages';
import type { Instant, Optional } from '../../../platform/db/columns.ts';

/** To whom documents are issued. Without its row, an account's sign-up facts are taken. */
export interface BillingPartiesTable {
  user_id: string;
  kind: 'business' | 'person';
  legal_name: string;
  vat_country: Optional<string>;
  vat_number: Optional<string>;
  vat_state: 'unchecked' | 'valid' | 'invalid' | 'unavailable';
  vat_checked_at: Optional<Date>;
  /** The consultation number of the last check. */
  vat_proof: Optional<string>;
  /** Since when VIES did not answer; null once it did. */
  vat_unavailable_since: Optional<Date>;
  /** The day and text of an administrator's proof of this number, and who recorded it. */
  vat_proved_on: Optional<string>;
  vat_proof_text: Optional<string>;
  vat_proved_by: Optional<string>;
  tax_office: Optional<string>;
  activity: Optional<string>;
  address: Optional<string>;
  city: Optional<string>;
  postal_code: Optional<string>;
  country: string;
  region: Optional<string>;
  email: Optional<string>;
  language: Language;
  updated_at: Instant;
}
