import type { PatientGrant } from '@medcloud/contract/shapes/patient-sheet';
import type { Patient } from '@medcloud/contract/shapes/people';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useRevokeGrant } from '../../../calls/medical-center.ts';
import { RevokeGrantDialog } from '../../../forms/revoke-grant-dialog.tsx';
import { patientName } from '../../../lib/names.ts';
import { useFormat } from '../../../text/format.ts';
import { grantEndText } from '../../../text/grant-end.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

interface RevokeAccessDialogProps {
  patient: Patient;
  grant: PatientGrant;
  onClose: () => void;
}

/** Revokes a doctor's grant, as the center of the record. */
export function RevokeAccessDialog({ patient, grant, onClose }: RevokeAccessDialogProps) {
  const t = useText(grantEndText);
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const doctor = useFormat().doctor(grant.doctor);
  const mutation = useRevokeGrant();
  const revoke = (reason: Parameters<typeof mutation.mutate>[0]['body']['reason']) =>
    mutation.mutate(
      { params: { id: grant.id }, body: { reason } },
      {
        onSuccess: () => {
          toast({ title: t('ended'), text: doctor });
          onClose();
        },
      },
    );
  return (
    <RevokeGrantDialog
      title={t('center.title', { doctor })}
      text={t('center.text', { doctor, patient: patientName(patient) })}
      busy={mutation.isPending}
      error={mutation.isError ? (errorMessage(errorMessageOf(mutation.error)) ?? t('failed')) : undefined}
      onRevoke={revoke}
      onClose={onClose}
    />
  );
}
