import type { PatientGrant } from '@medcloud/contract/shapes/patient-sheet';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useRevokeGrant } from '../../../calls/medical-center.ts';
import { RevokeGrantDialog } from '../../../forms/revoke-grant-dialog.tsx';
import { patientName } from '../../../lib/names.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';

interface RevokeAccessDialogProps {
  patient: Patient;
  grant: PatientGrant;
  onClose: () => void;
}

/** Revokes a doctor's grant, as the center of the record. */
export function RevokeAccessDialog({ patient, grant, onClose }: RevokeAccessDialogProps) {
  const t = useText('access');
  const doctor = useFormat().doctor(grant.doctor);
  const mutation = useRevokeGrant();
  return (
    <RevokeGrantDialog
      title={t('center.title', { doctor })}
      text={t('center.text', { doctor, patient: patientName(patient) })}
      grantId={grant.id}
      mutation={mutation}
      doctor={doctor}
      onClose={onClose}
    />
  );
}
