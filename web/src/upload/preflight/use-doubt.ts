import type { Doubt, judgePatients } from '@medcloud/contract/guard/judge-patients';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useEffect, useState } from 'react';
import type { PersonFound } from './drop-found.ts';

/** The comparison, which comes with the first drop: whether a number is another's, and AMKA, only the portal knows. */
export async function fetchJudge() {
  const { judgePatients: judge } = await import('@medcloud/contract/guard/judge-patients');
  return (person: PersonFound, patient: Patient) => doubtOf(judge, person, patient);
}

function doubtOf(judge: typeof judgePatients, { writings }: PersonFound, patient: Patient): Doubt | null {
  return judge(writings, { ...patient, amka: null, isNumberOfAnother: false });
}

/** What speaks against a drop's files being this patient's; null where nothing does, or nothing can be compared yet. */
export function useDoubt(person: PersonFound | undefined, patient: Patient | null): Doubt | null {
  const [judge, setJudge] = useState<{ judge: (person: PersonFound, patient: Patient) => Doubt | null } | null>(null);
  const isWanted = person !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    fetchJudge().then(
      (come) => setJudge({ judge: come }),
      (error: unknown) => console.error(error),
    );
  }, [isWanted]);
  return person && patient && judge ? judge.judge(person, patient) : null;
}

/** Which fields differ, as an upload names them. */
export function fieldsOf(doubt: Doubt | null): string | undefined {
  return doubt?.cause === 'patient-mismatch' ? doubt.differences.map(({ field }) => field).join(',') : undefined;
}
