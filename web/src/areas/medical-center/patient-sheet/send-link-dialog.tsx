import type { PatientGrant } from '@medcloud/contract/shapes/patient-sheet';
import type { Patient } from '@medcloud/contract/shapes/people';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useSendConsentLink } from '../../../calls/medical-center.ts';
import { showPhone } from '../../../lib/phones.ts';
import { centerText } from '../../../text/center.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface SendLinkDialogProps {
  patient: Patient;
  grant: PatientGrant;
  /** How often it may still be sent today. */
  left: number;
  onClose: () => void;
}

/** Asks before an SMS leaves, naming the number: a wrong one is better seen here. */
export function SendLinkDialog({ patient, grant, left, onClose }: SendLinkDialogProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const sentence = useSentence();
  const format = useFormat();
  const toast = useToast();
  const act = useSendConsentLink();
  const send = () =>
    act.mutate(
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
          {t('grants.sendText', { phone: showPhone(patient.phone ?? '') })} {t('grants.sendLeft', { count: left })}
        </>
      }
      confirm={t('grants.send')}
      confirming={t('grants.sending')}
      keep={ui('action.cancel')}
      onConfirm={send}
      busy={act.isPending}
      error={act.isError ? (sentence(sentenceOf(act.error)) ?? t('grants.sendFailed')) : undefined}
    />
  );
}
