import type { LinkState } from '@medcloud/contract/shapes/access';
import { consentText } from '../../text/consent.ts';
import { useText } from '../../text/language.tsx';

type Doctor = LinkState['doctor'];

const known = ['Radiology', 'Cardiology', 'Neurology', 'Orthopedics', 'General Practice', 'Other'] as const;

/** A specialization in the words of the page; one that is not of the list as it was written. */
export function translateSpecialization(value: string, t: ReturnType<typeof useText<typeof consentText.en>>): string {
  const specialization = known.find((one) => one === value);
  return specialization ? t(`specialization.${specialization}`) : value;
}

/** How the language speaks of this doctor; Greek takes the gender that the profile gives, «Ο/Η γιατρός» where it gives none. */
export function useDoctorPhrases(doctor: Doctor) {
  const t = useText(consentText);
  const gender: 'female' | 'male' | 'unknown' = doctor.gender ?? 'unknown';
  const name = `${doctor.firstName} ${doctor.lastName}`;
  return {
    gender,
    /** At the beginning of a sentence. */
    who: t(`who.${gender}`, { name }),
    whoInside: t(`whoInside.${gender}`, { name }),
    toWhom: t(`toWhom.${gender}`, { name }),
    fromWhom: t(`fromWhom.${gender}`, { name }),
    specialization: translateSpecialization(doctor.specialization, t),
  };
}
