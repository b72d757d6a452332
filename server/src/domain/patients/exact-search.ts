import { normalizePatientId } from '@medcloud/contract';
import type { AppContext } from '../core/context.ts';
import { amkaIndex, phoneIndex } from './encrypted-columns.ts';
import { isPhoneLike, parseMobile } from './phone.ts';

/** All that a search text may name exactly: a public id, a whole phone, a whole AMKA (the last two by their blind index). */
export interface ExactSearch {
  patientId: string | null;
  phone: Buffer | null;
  amka: Buffer | null;
}

/**
 * What a search text may name exactly; null where it can only be a name. One text may be several of them: eleven digits
 * are often also a foreign mobile number, and one surname in some hundred passes an id's check character ("Christakis").
 * So all are asked for at once, and whoever finds nobody by them searches by name.
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
