import { screens } from '@medcloud/contract/screens';
import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useRelinquishGrant } from '../../../calls/doctor.ts';
import { patientName } from '../../../lib/names.ts';
import { grantEndText } from '../../../text/grant-end.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** A doctor gives up the access to a patient; the page is the patient's, so one goes back to the list. */
export function GiveUpAccess({ patient, onClose }: { patient: AccessiblePatient; onClose: () => void }) {
  const t = useText(grantEndText);
  const sentence = useSentence();
  const toast = useToast();
  const navigate = useNavigate();
  const act = useRelinquishGrant();
  const name = patientName(patient);
  const giveUp = () =>
    act.mutate(
      { params: { id: patient.grantId } },
      {
        onSuccess: () => {
          toast({ title: t('doctor.ended'), text: name });
          void navigate(screens.doctorPatients, { replace: true });
        },
      },
    );
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('doctor.title', { patient: name })}
      text={t('doctor.text')}
      confirm={t('doctor.confirm')}
      confirming={t('ending')}
      keep={t('keep')}
      onConfirm={giveUp}
      busy={act.isPending}
      error={act.isError ? (sentence(sentenceOf(act.error)) ?? t('failed')) : undefined}
    />
  );
}
