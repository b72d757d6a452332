import { type Patient, type PatientRegistration, patientRegistration } from '@medcloud/contract/shapes/people';
import { useForm } from 'react-hook-form';
import { useRegisterPatient } from '../../../calls/medical-center.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { emptyFields, type PatientFields as Fields } from './patient-fields.ts';
import { RegistrationFields } from './registration-fields.tsx';

interface RegistrationDialogProps {
  onClose: () => void;
  onRegistered: (patient: Patient) => void;
  /** Fields filled in from a file. The phone is typed, so it has the focus. */
  fromFile?: Partial<Fields>;
  /** What the submit button does, if not only to register. */
  submitLabel?: string;
}

/** Registers a patient. The server assigns the id. */
export function RegistrationDialog({ onClose, onRegistered, fromFile, submitLabel }: RegistrationDialogProps) {
  const t = useText('center');
  const toast = useToast();
  const form = useForm<Fields, unknown, PatientRegistration>({
    resolver: createShapeResolver<Fields, PatientRegistration>(patientRegistration),
    defaultValues: { ...emptyFields, ...fromFile },
  });
  const submission = useSubmit(form, useRegisterPatient(), {
    toInput: (body) => ({ body }),
    onSuccess: (patient) => {
      toast({
        title: t('registration.registered'),
        text: t('registration.registeredText', { patientId: patient.patientId }),
      });
      onRegistered(patient);
    },
    onError: (_error, isOnFields) =>
      isOnFields || toast({ variant: 'danger', title: t('registration.failed'), text: t('registration.failedText') }),
  });
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('registration.title')}
      text={t(fromFile ? 'registration.fromFile' : 'registration.text')}
      submitLabel={submitLabel ?? t('patients.register')}
      busyLabel={t('registration.submitting')}
      failureTitle={t('registration.failed')}
    >
      <RegistrationFields form={form} isPhoneFocused={fromFile !== undefined} />
    </FormDialog>
  );
}
