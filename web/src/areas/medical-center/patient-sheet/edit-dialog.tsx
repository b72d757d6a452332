import { type Patient, type PatientChange, patientChange } from '@medcloud/contract/shapes/people';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useChangePatient } from '../../../calls/medical-center.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { patientName } from '../../../lib/names.ts';
import { centerText } from '../../../text/center.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { RegistrationFields } from '../patients/registration-fields.tsx';
import type { PatientFields as Fields } from '../patients/registration-form.ts';
import { buildChange, editFields } from './edit-form.ts';

interface EditDialogProps {
  patient: Patient;
  /** Masked. Undefined if the record has none. */
  amka: string | undefined;
  onClose: () => void;
}

/** Sends the change and reports the result. */
function useEdit(patient: Patient, onClose: () => void) {
  const t = useText(centerText);
  const toast = useToast();
  const mutation = useChangePatient();
  const before = editFields(patient);
  const form = useForm<Fields, unknown, PatientChange>({
    resolver: createShapeResolver<Fields, PatientChange>(patientChange, (typed) => buildChange(before, typed)),
    defaultValues: before,
  });
  const submit = form.handleSubmit((change) =>
    mutation
      .mutateAsync({ params: { patientId: patient.patientId }, body: change })
      .then((changed) => {
        toast({ title: t('edit.saved'), text: patientName(changed) });
        onClose();
      })
      .catch((error: unknown) => {
        if (showServerErrors<Fields, PatientChange>(form, error)) return;
        toast({ variant: 'danger', title: t('edit.failed'), text: t('edit.failedText') });
      }),
  );
  return { form, mutation, submit };
}

/** Shows the consequences of a new phone number before it is saved. */
function PhoneNote() {
  const t = useText(centerText);
  return (
    <Note variant="warning" title={t('edit.phoneChanges')} live="status">
      {t('edit.phoneChangesText')}
    </Note>
  );
}

/** Removes the stored AMKA. Typing another one replaces it. */
function RemoveAmka({ form }: { form: UseFormReturn<Fields, unknown, PatientChange> }) {
  const t = useText(centerText);
  if (form.watch('amka') !== '') return null;
  return (
    <Controller
      control={form.control}
      name="removesAmka"
      render={({ field }) => <Checkbox label={t('edit.amkaRemove')} checked={field.value} onChange={field.onChange} />}
    />
  );
}

/** Edits a patient's details with the fields of the registration. */
export function EditDialog({ patient, amka, onClose }: EditDialogProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { form, mutation, submit } = useEdit(patient, onClose);
  const { errors, isDirty } = form.formState;
  const typedPhone = form.watch('phone');
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={isDirty || mutation.isPending}
      title={t('edit.title', { name: patientName(patient) })}
      text={t('edit.text', { patientId: patient.patientId })}
    >
      <DialogForm onSubmit={(event) => void submit(event)}>
        <RegistrationFields
          form={form}
          amkaHelp={amka === undefined ? undefined : t('edit.amkaKeep', { amka })}
          phoneNote={patient.phone && typedPhone !== patient.phone ? <PhoneNote /> : null}
        />
        {amka && <RemoveAmka form={form} />}
        {mutation.isError && Object.keys(errors).length === 0 && (
          <Note variant="danger" title={t('edit.failed')}>
            {errorMessage(errorMessageOf(mutation.error)) ?? t('edit.failedText')}
          </Note>
        )}
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={mutation.isPending}>
            {ui('action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={mutation.isPending}
            busyLabel={t('edit.submitting')}
            reason={isDirty ? undefined : t('edit.nothing')}
          >
            {t('edit.submit')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
