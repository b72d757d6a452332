import { specializations } from '@medcloud/contract/choices';
import { useCallback } from 'react';
import { useUiText } from './language.tsx';

/** Returns a function that translates a doctor's specialization. A value outside the list is returned unchanged. */
export function useSpecialization(): (name: string) => string {
  const t = useUiText();
  return useCallback(
    (name) => {
      const known = specializations.find((candidate) => candidate === name);
      return known ? t(`specialization.${known}`) : name;
    },
    [t],
  );
}
