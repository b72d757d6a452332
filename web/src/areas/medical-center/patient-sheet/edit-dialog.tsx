import { type Patient, type PatientChange, patientChange } from '@medcloud/contract/shapes/people';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useChangePatient } from '../../../calls/medical-center.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { patientName } from '../../../lib/names.ts';
import { centerText } from '../../../text/center.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { RegistrationFields } from '../patients/registration-fields.tsx';
import type { PatientFields as Fields } from '../patients/registration-form.ts';
import { editFields, typedChange } from './edit-form.ts';

interface EditDialogProps {
  patient: Patient;
  /** Masked; undefined where none is on record. */
  amka: string | undefined;
  onClose: () => void;
}

/** Sends what was changed, and says what came of it. */
function useEdit(patient: Patient, onClose: () => void) {
  const t = useText(centerText);
  const toast = useToast();
  const act = useChangePatient();
  const before = editFields(patient);
  const form = useForm<Fields, unknown, PatientChange>({
    resolver: shapeResolver<Fields, PatientChange>(patientChange, (typed) => typedChange(before, typed)),
    defaultValues: before,
  });
  const submit = form.handleSubmit((change) =>
    act
      .mutateAsync({ params: { patientId: patient.patientId }, body: change })
      .then((changed) => {
        toast({ title: t('edit.saved'), text: patientName(changed) });
        onClose();
      })
      .catch((error: unknown) => {
        if (showServerErrors<Fields, PatientChange>(form, error)) return;
        toast({ tone: 'danger', title: t('edit.failed'), text: t('edit.failedText') });
      }),
  );
  return { form, act, submit };
}

/** What another number brings with it, said before it is saved. */
function PhoneNote() {
  const t = useText(centerText);
  return (
    <Note tone="warning" title={t('edit.phoneChanges')} live="status">
      {t('edit.phoneChangesText')}
    </Note>
  );
}

/** Takes the AMKA on record away; typing another one is the other way to change it. */
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

/** Changes a patient's details, in the likeness of the registration. */
export function EditDialog({ patient, amka, onClose }: EditDialogProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const sentence = useSentence();
  const { form, act, submit } = useEdit(patient, onClose);
  const { errors, isDirty } = form.formState;
  const typedPhone = form.watch('phone');
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={isDirty || act.isPending}
      title={t('edit.title', { name: patientName(patient) })}
      text={t('edit.text', { patientId: patient.patientId })}
    >
      <DialogForm onSubmit={(event) => void submit(event)}>
        <RegistrationFields
          form={form}
          amkaHelp={amka === undefined ? undefined : t('edit.amkaKeep', { amka })}
          afterPhone={patient.phone && typedPhone !== patient.phone ? <PhoneNote /> : null}
        />
        {amka && <RemoveAmka form={form} />}
        {act.isError && Object.keys(errors).length === 0 && (
          <Note tone="danger" title={t('edit.failed')}>
            {sentence(sentenceOf(act.error)) ?? t('edit.failedText')}
          </Note>
        )}
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={act.isPending}>
            {ui('action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={act.isPending}
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
