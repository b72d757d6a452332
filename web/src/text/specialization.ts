import { specializations } from '@medcloud/contract/choices';
import { useCallback } from 'react';
import type { Language } from '../lib/language.ts';
import { useLanguage } from './language.tsx';

type Specialization = (typeof specializations)[number];

const specializationNames = {
  en: {
    Radiology: 'Radiology',
    Cardiology: 'Cardiology',
    Neurology: 'Neurology',
    Orthopedics: 'Orthopedics',
    'General Practice': 'General Practice',
    Other: 'Other',
  },
  el: {
    Radiology: 'Ακτινολογία',
    Cardiology: 'Καρδιολογία',
    Neurology: 'Νευρολογία',
    Orthopedics: 'Ορθοπεδική',
    'General Practice': 'Γενική Ιατρική',
    Other: 'Άλλη',
  },
} as const satisfies Record<Language, Record<Specialization, string>>;

/** Returns a function that translates a doctor's specialization. A value outside the list is returned unchanged. */
export function useSpecialization(): (name: string) => string {
  const { language } = useLanguage();
  return useCallback(
    (name) => {
      const known = specializations.find((candidate) => candidate === name);
      return known ? specializationNames[language][known] : name;
    },
    [language],
  );
}
