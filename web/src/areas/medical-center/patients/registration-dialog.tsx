import { type Patient, type PatientRegistration, patientRegistration } from '@medcloud/contract/shapes/people';
import { useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useRegisterPatient } from '../../../calls/medical-center.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { centerText } from '../../../text/center.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { RegistrationFields } from './registration-fields.tsx';
import { emptyRegistration, type PatientFields as Fields } from './registration-form.ts';

interface RegistrationDialogProps {
  onClose: () => void;
  onRegistered: (patient: Patient) => void;
}

/** Sends the registration and reports the result in the fields, in the dialog and in a toast. */
function useRegistration(onRegistered: (patient: Patient) => void) {
  const t = useText(centerText);
  const toast = useToast();
  const mutation = useRegisterPatient();
  const form = useForm<Fields, unknown, PatientRegistration>({
    resolver: createShapeResolver<Fields, PatientRegistration>(patientRegistration),
    defaultValues: emptyRegistration,
  });
  const submit = form.handleSubmit((registration) =>
    mutation
      .mutateAsync({ body: registration })
      .then((patient) => {
        toast({
          title: t('registration.registered'),
          text: t('registration.registeredText', { patientId: patient.patientId }),
        });
        onRegistered(patient);
      })
      .catch((error: unknown) => {
        if (showServerErrors<Fields, PatientRegistration>(form, error)) return;
        toast({ variant: 'danger', title: t('registration.failed'), text: t('registration.failedText') });
      }),
  );
  return { form, mutation, submit };
}

/** Registers a patient. The server assigns the id. */
export function RegistrationDialog({ onClose, onRegistered }: RegistrationDialogProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { form, mutation, submit } = useRegistration(onRegistered);
  const hasFieldErrors = Object.keys(form.formState.errors).length > 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={form.formState.isDirty || mutation.isPending}
      title={t('registration.title')}
      text={t('registration.text')}
    >
      <DialogForm onSubmit={(event) => void submit(event)}>
        <RegistrationFields form={form} />
        {mutation.isError && !hasFieldErrors && (
          <Note variant="danger" title={t('registration.failed')}>
            {errorMessage(errorMessageOf(mutation.error)) ?? t('registration.failedText')}
          </Note>
        )}
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={mutation.isPending}>
            {ui('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={mutation.isPending} busyLabel={t('registration.submitting')}>
            {t('registration.submit')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
