import type { PatientGrant } from '@medcloud/contract/shapes/patient-sheet';
import type { Patient } from '@medcloud/contract/shapes/people';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useRevokeGrant } from '../../../calls/medical-center.ts';
import { EndGrantDialog } from '../../../forms/end-grant-dialog.tsx';
import { patientName } from '../../../lib/names.ts';
import { useFormat } from '../../../text/format.ts';
import { grantEndText } from '../../../text/grant-end.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

interface EndAccessProps {
  patient: Patient;
  grant: PatientGrant;
  onClose: () => void;
}

/** The center of the record ends a doctor's grant. */
export function EndAccess({ patient, grant, onClose }: EndAccessProps) {
  const t = useText(grantEndText);
  const sentence = useSentence();
  const toast = useToast();
  const doctor = useFormat().doctor(grant.doctor);
  const act = useRevokeGrant();
  const end = (reason: Parameters<typeof act.mutate>[0]['body']['reason']) =>
    act.mutate(
      { params: { id: grant.id }, body: { reason } },
      {
        onSuccess: () => {
          toast({ title: t('ended'), text: doctor });
          onClose();
        },
      },
    );
  return (
    <EndGrantDialog
      title={t('center.title', { doctor })}
      text={t('center.text', { doctor, patient: patientName(patient) })}
      busy={act.isPending}
      error={act.isError ? (sentence(sentenceOf(act.error)) ?? t('failed')) : undefined}
      onEnd={end}
      onClose={onClose}
    />
  );
}
