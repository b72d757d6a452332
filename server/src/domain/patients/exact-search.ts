import { normalizePatientId } from '@medcloud/contract';
import type { AppContext } from '../core/context.ts';
import { amkaIndex, phoneIndex } from './encrypted-columns.ts';
import { isPhoneLike, parseMobile } from './phone.ts';

/**
 * The exact values a search text may be: a public ID, a complete phone, a complete AMKA (the last two as blind
 * indexes).
 */
export interface ExactSearch {
  patientId: string | null;
  phone: Buffer | null;
  amka: Buffer | null;
}

/**
 * Parses the exact values a search text may be; null if it can only be a name. One text can be several of them: eleven
 * digits are often also a foreign mobile number, and one surname in some hundred passes an ID's check character
 * ("Christakis"). Callers search for all of them at once, and by name if none matches.
 */
export function parseExactSearch({ keys }: Pick<AppContext, 'keys'>, search: string): ExactSearch | null {
  const digits = search.replace(/[\s-]/g, '');
  const mobile = isPhoneLike(search) ? parseMobile(search) : null;
  const exactSearch: ExactSearch = {
    patientId: normalizePatientId(search),
    phone: mobile === null ? null : phoneIndex(keys, mobile),
    amka: /^\d{11}$/.test(digits) ? amkaIndex(keys, digits) : null,
  };
  return (exactSearch.patientId ?? exactSearch.phone ?? exactSearch.amka) ? exactSearch : null;
}
