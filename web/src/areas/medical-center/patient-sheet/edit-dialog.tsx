import { type Patient, type PatientChange, patientChange } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useChangePatient } from '../../../calls/medical-center.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { buildChange, type PatientFields as Fields, toFields } from '../patients/patient-fields.ts';
import { RegistrationFields } from '../patients/registration-fields.tsx';

interface EditDialogProps {
  patient: Patient;
  /** Masked. Undefined if the record has none. */
  amka: string | undefined;
  onClose: () => void;
}

/** Sends the change and reports the result. */
function useEdit(patient: Patient, onClose: () => void) {
  const t = useText('center');
  const toast = useToast();
  // as it was when the dialog opened: what others change meanwhile must not be sent back as typed
  const [before] = useState(() => toFields(patient));
  const form = useForm<Fields, unknown, PatientChange>({
    resolver: createShapeResolver<Fields, PatientChange>(patientChange, (typed) => buildChange(before, typed)),
    defaultValues: before,
  });
  const submission = useSubmit(form, useChangePatient(), {
    toInput: (body) => ({ params: { patientId: patient.patientId }, body }),
    onSuccess: (changed) => {
      toast({ title: t('edit.saved'), text: patientName(changed) });
      onClose();
    },
    onError: (_error, isOnFields) =>
      isOnFields || toast({ variant: 'danger', title: t('edit.failed'), text: t('edit.failedText') }),
  });
  return { form, submission };
}

/** Shows the consequences of a new phone number before it is saved. */
function PhoneNote() {
  const t = useText('center');
  return (
    <Note variant="warning" title={t('edit.phoneChanges')} live="status">
      {t('edit.phoneChangesText')}
    </Note>
  );
}

/** Removes the stored AMKA. Typing another one replaces it. */
function RemoveAmka({ form }: { form: UseFormReturn<Fields, unknown, PatientChange> }) {
  const t = useText('center');
  if (form.watch('amka') !== '') return null;
  return (
    <Controller
      control={form.control}
      name="shouldRemoveAmka"
      render={({ field }) => <Checkbox label={t('edit.amkaRemove')} checked={field.value} onChange={field.onChange} />}
    />
  );
}

/** Edits a patient's details with the fields of the registration. */
export function EditDialog({ patient, amka, onClose }: EditDialogProps) {
  const t = useText('center');
  const ui = useUiText();
  const { form, submission } = useEdit(patient, onClose);
  const { isDirty } = form.formState;
  const typedPhone = form.watch('phone');
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('edit.title', { name: patientName(patient) })}
      text={t('edit.text', { patientId: patient.patientId })}
      submitLabel={t('edit.submit')}
      busyLabel={ui('action.saving')}
      failureTitle={t('edit.failed')}
      reason={isDirty ? undefined : t('edit.nothing')}
    >
      <RegistrationFields
        form={form}
        amkaHelp={amka === undefined ? undefined : t('edit.amkaKeep', { amka })}
        phoneNote={patient.phone && typedPhone !== patient.phone ? <PhoneNote /> : null}
      />
      {amka && <RemoveAmka form={form} />}
    </FormDialog>
  );
}
