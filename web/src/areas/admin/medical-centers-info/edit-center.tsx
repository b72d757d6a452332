import { type CenterChanges, centerChanges, type MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChangeMedicalCenter } from '../../../calls/admin.ts';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { adminListsText } from '../../../text/admin-lists.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { DetailsFields, PlanFields } from '../shared/center-fields.tsx';
import type { CenterFields } from '../shared/center-form.ts';
import { changesOf, fieldsOf } from './center-changes.ts';

function useEdit(center: MedicalCenterDetails, onClose: () => void) {
  const t = useText(adminListsText);
  const toast = useToast();
  const [serverError, setServerError] = useState<Error | null>(null);
  const form = useForm<CenterFields, unknown, CenterChanges>({
    resolver: createShapeResolver(centerChanges.strip()), // the form shows fields that cannot be changed
    defaultValues: fieldsOf(center),
    mode: 'onTouched', // errors appear once a field loses the focus
  });
  const change = useChangeMedicalCenter({
    onSuccess: () => {
      toast({ title: t('info.saved'), text: t('info.savedText') });
      onClose();
    },
    onError: (error) => {
      toast({ variant: 'danger', title: t('info.saveFailed'), text: t('info.saveFailedText') });
      setServerError(showServerErrors(form, error) ? null : error);
    },
  });
  const submit = form.handleSubmit(() => {
    setServerError(null);
    const body = changesOf(center, form.getValues());
    if (Object.keys(body).length === 0) onClose();
    else change.mutate({ params: { id: center.id }, body });
  });
  return { form, serverError, isBusy: change.isPending, submit };
}

function FormErrorMessage({ error }: { error: Error | null }) {
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  if (!error) return null;
  return <Note variant="danger">{errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')}</Note>;
}

/** Changes a center's details. The center ID cannot be changed. */
export function EditCenter({ center, onClose }: { center: MedicalCenterDetails; onClose: () => void }) {
  const t = useText(adminListsText);
  const ui = useUiText();
  // the center when the dialog was opened: the form must not revert what others change meanwhile
  const [initialCenter] = useState(center);
  const { form, serverError, isBusy, submit } = useEdit(initialCenter, onClose);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('info.editTitle', { name: initialCenter.name })}
      text={t('info.editText', { centerId: initialCenter.centerId })}
      dirty={form.formState.isDirty || isBusy}
    >
      <DialogForm onSubmit={(event) => void (isBusy ? event.preventDefault() : submit(event))}>
        <DetailsFields form={form} />
        <PlanFields form={form} />
        <FormErrorMessage error={serverError} />
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={isBusy}>
            {ui('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy} busyLabel={ui('action.saving')}>
            {t('info.saveChanges')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
