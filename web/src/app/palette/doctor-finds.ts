import { limits } from '@medcloud/contract/limits';
import { joinPhone, phonePrefixes } from '@medcloud/contract/phones';
import { screenPath } from '@medcloud/contract/screens';
import { Send, UserRound } from 'lucide-react';
import { useAccessiblePatients, useRequestAccess } from '../../calls/doctor.ts';
import { useText } from '../../text/language.tsx';
import { paletteText } from '../../text/palette.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { type Finding, type Finds, shownFinds } from './finds.ts';

/** A typed number as it is asked for: with its plus, or of the preset country. */
function phoneOf(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (!/^[+\d\s().-]+$/.test(typed) || digits.length < limits.phoneMinDigits) return null;
  return joinPhone(phonePrefixes[0][1], typed);
}

/** A doctor's patients, and the quick request to a number (specification, section 8: the alternative wording). */
export function useDoctorFinds({ typed, search, go, onClose }: Finding): Finds {
  const t = useText(paletteText);
  const toast = useToast();
  const patients = useAccessiblePatients(search);
  const request = useRequestAccess({
    onSuccess: () => toast({ title: t('sent') }),
    onError: () => toast({ tone: 'danger', title: t('notSent'), alsoInPage: true }),
  });
  const phone = phoneOf(typed);
  const ask = () => {
    if (phone === null) return;
    onClose();
    request.mutate({ body: { patientPhone: phone } });
  };
  const found = (patients.rows ?? []).slice(0, shownFinds);
  return {
    isSearching: search !== '' && patients.isPending,
    groups: [
      {
        id: 'request',
        heading: t('start'),
        items: phone === null ? [] : [{ id: 'request', label: t('requestTo', { phone }), icon: Send, onSelect: ask }],
      },
      {
        id: 'patients',
        heading: t('patients'),
        items: found.map((patient) => ({
          id: patient.id,
          label: `${patient.lastName} ${patient.firstName}`,
          hint: patient.patientId,
          icon: UserRound,
          onSelect: () => go(screenPath('doctorPatientExams', { patientId: patient.patientId })),
        })),
      },
    ],
  };
}
