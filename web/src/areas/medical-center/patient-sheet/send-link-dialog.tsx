import type { PatientGrant } from '@medcloud/contract/shapes/patient-sheet';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useSendConsentLink } from '../../../calls/medical-center.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface SendLinkDialogProps {
  patient: Patient;
  grant: PatientGrant;
  /** How many links can still be sent today. */
  remainingCount: number;
  onClose: () => void;
}

/** Asks for confirmation before an SMS is sent. It shows the number, so a wrong one is noticed. */
export function SendLinkDialog({ patient, grant, remainingCount, onClose }: SendLinkDialogProps) {
  const t = useText('center');
  const ui = useUiText();
  const describeFailure = useFailure();
  const format = useFormat();
  const toast = useToast();
  const mutation = useSendConsentLink();
  const send = () =>
    mutation.mutate(
      { params: { patientId: patient.patientId }, body: { grantId: grant.id } },
      {
        onSuccess: ({ sentTo }) => {
          toast({ title: t('grants.sent'), text: t('grants.sentText', { digits: sentTo.replace('…', '') }) });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('grants.sendTitle', { doctor: format.doctor(grant.doctor) })}
      text={
        <>
          {t('grants.sendText', { phone: formatPhone(patient.phone ?? '') })}{' '}
          {t('grants.sendLeft', { count: remainingCount })}
        </>
      }
      confirmLabel={t('grants.send')}
      confirmingLabel={t('grants.sending')}
      cancelLabel={ui('action.cancel')}
      onConfirm={send}
      busy={mutation.isPending}
      error={describeFailure(mutation.error)}
    />
  );
}
