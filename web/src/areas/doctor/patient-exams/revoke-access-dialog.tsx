import { screens } from '@medcloud/contract/screens';
import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { useNavigate } from 'react-router';
import { useRevokeGrant } from '../../../calls/doctor.ts';
import { patientName } from '../../../lib/names.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** Revokes a doctor's own access to a patient. Returns to the list, because the page shows that patient. */
export function RevokeAccessDialog({ patient, onClose }: { patient: AccessiblePatient; onClose: () => void }) {
  const t = useText('access');
  const describeFailure = useFailure();
  const toast = useToast();
  const navigate = useNavigate();
  const mutation = useRevokeGrant();
  const name = patientName(patient);
  const revoke = () =>
    mutation.mutate(
      { params: { id: patient.grantId } },
      {
        onSuccess: () => {
          toast({ title: t('ended'), text: name });
          void navigate(screens.doctorPatients, { replace: true });
        },
      },
    );
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('doctor.title', { patient: name })}
      text={t('doctor.text')}
      confirmLabel={t('end')}
      confirmingLabel={t('ending')}
      cancelLabel={t('keep')}
      onConfirm={revoke}
      busy={mutation.isPending}
      error={describeFailure(mutation.error)}
    />
  );
}
