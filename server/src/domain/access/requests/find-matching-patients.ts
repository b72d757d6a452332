import type { Language } from '@medcloud/contract/languages';
import { type Selectable, sql } from 'kysely';
import type { Reader, Tables } from '../../database.ts';

/** Finds the patient records of a phone number for a doctor's access request. */

export interface MatchingPatient {
  id: string;
  centerId: string;
  patientId: string;
  language: Language | null;
}

/** Columns of `patients_of_phone`, which returns the records of a number. */
type PhoneOwner = Pick<Selectable<Tables['patients']>, 'id' | 'center_id' | 'patient_id' | 'language' | 'created_at'>;

const maxRecords = 50;

/**
 * Finds the patient records of a number. Omits records that denied this doctor in the last 7 days. Returns none if the
 * number's owner blocked the doctor.
 */
export async function findMatchingPatients(
  tx: Reader,
  doctorId: string,
  phoneIndex: Buffer,
): Promise<MatchingPatient[]> {
  return await tx
    .selectFrom(sql<PhoneOwner>`patients_of_phone(${phoneIndex})`.as('p'))
    .select(['p.id', 'p.center_id as centerId', 'p.patient_id as patientId', 'p.language'])
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('patient_access as a')
            .select('a.id')
            .whereRef('a.patient_id', '=', 'p.id')
            .where('a.doctor_id', '=', doctorId)
            .where('a.status', '=', 'denied')
            .where('a.response_date', '>', sql<Date>`app_now() - interval '7 days'`),
        ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('phone_blocks as b')
            .select('b.doctor_id')
            .where('b.doctor_id', '=', doctorId)
            .where('b.phone_index', '=', phoneIndex)
            .where('b.ends_at', '>', sql<Date>`app_now()`),
        ),
      ),
    )
    .orderBy('p.created_at')
    .limit(maxRecords)
    .execute();
}
