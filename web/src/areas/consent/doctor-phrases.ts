import type { LinkState } from '@medcloud/contract/shapes/access';
import type { Translator } from '@medcloud/text/translate';
import { useText } from '../../text/language.tsx';

type Doctor = LinkState['doctor'];

const known = ['Radiology', 'Cardiology', 'Neurology', 'Orthopedics', 'General Practice', 'Other'] as const;

/** Translates a specialization. Returns a value that is not in the list unchanged. */
export function translateSpecialization(value: string, t: Translator<'consent'>): string {
  const specialization = known.find((one) => one === value);
  return specialization ? t(`specialization.${specialization}`) : value;
}

/** Returns the phrases for this doctor. Greek uses the gender of the profile, or «Ο/Η γιατρός» without one. */
export function useDoctorPhrases(doctor: Doctor) {
  const t = useText('consent');
  const gender: 'female' | 'male' | 'unknown' = doctor.gender ?? 'unknown';
  const name = `${doctor.firstName} ${doctor.lastName}`;
  return {
    gender,
    /** For the beginning of a sentence. */
    who: t(`who.${gender}`, { name }),
    whoInside: t(`whoInside.${gender}`, { name }),
    specialization: translateSpecialization(doctor.specialization, t),
  };
}
