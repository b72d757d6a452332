import { limits } from '@medcloud/contract/limits';
import { joinPhone, phonePrefixes } from '@medcloud/contract/phones';
import { screenPath } from '@medcloud/contract/screens';
import { Send, UserRound } from 'lucide-react';
import { useAccessiblePatients, useRequestAccess } from '../../calls/doctor.ts';
import { useText } from '../../text/language.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { maxShownResults, type PaletteQuery, type PaletteResults } from './palette-results.ts';

/** Parses a typed phone number: with its plus, or with the default country's prefix. Returns null for other texts. */
function parsePhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (!/^[+\d\s().-]+$/.test(typed) || digits.length < limits.phoneMinDigits) return null;
  return joinPhone(phonePrefixes[0][1], typed);
}

/**
 * Searches a doctor's patients and offers a request to a typed number (specification, section 8: alternative wording).
 */
export function useDoctorResults({ typed, search, goTo, onClose }: PaletteQuery): PaletteResults {
  const t = useText('frame/palette');
  const toast = useToast();
  const patients = useAccessiblePatients(search);
  const request = useRequestAccess({
    onSuccess: () => toast({ title: t('sent') }),
    onError: () => toast({ variant: 'danger', title: t('notSent'), isShownInPage: true }),
  });
  const phone = parsePhone(typed);
  const requestAccess = () => {
    if (phone === null) return;
    onClose();
    request.mutate({ body: { patientPhone: phone } });
  };
  const shownPatients = (patients.rows ?? []).slice(0, maxShownResults);
  return {
    isSearching: search !== '' && patients.isPending,
    groups: [
      {
        id: 'request',
        heading: t('start'),
        items:
          phone === null
            ? []
            : [{ id: 'request', label: t('requestTo', { phone }), icon: Send, onSelect: requestAccess }],
      },
      {
        id: 'patients',
        heading: t('patients'),
        items: shownPatients.map((patient) => ({
          id: patient.id,
          label: `${patient.lastName} ${patient.firstName}`,
          hint: patient.patientId,
          icon: UserRound,
          onSelect: () => goTo(screenPath('doctorPatientExams', { patientId: patient.patientId })),
        })),
      },
    ],
  };
}
