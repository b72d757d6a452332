import type { Language } from '@medcloud/contract/languages';
import type { BillingParty } from '@medcloud/contract/shapes/billing/party';

export interface PartyFields {
  kind: BillingParty['kind'];
  legalName: string;
  vatNumber: string;
  taxOffice: string;
  activity: string;
  address: string;
  city: string;
  postalCode: string;
  /** ISO 3166-1; empty until one is chosen. */
  country: string;
  email: string;
  language: Language;
}

/** Facts of the account, with which the form starts where no details were given. */
export type PartyPreset = Partial<Pick<PartyFields, 'kind' | 'legalName' | 'address' | 'city' | 'postalCode'>>;

/** Returns the form with the stored details, or with the account's facts. No country is preset. */
export function partyFields(party: BillingParty | null, preset: PartyPreset, language: Language): PartyFields {
  return {
    kind: party?.kind ?? preset.kind ?? 'business',
    legalName: party?.legalName ?? preset.legalName ?? '',
    vatNumber: party?.vatNumber ?? '',
    taxOffice: party?.taxOffice ?? '',
    activity: party?.activity ?? '',
    address: (party ?? preset).address ?? '',
    city: (party ?? preset).city ?? '',
    postalCode: (party ?? preset).postalCode ?? '',
    country: party?.country ?? '',
    email: party?.email ?? '',
    language: party?.language ?? language,
  };
}
