import { type CenterChanges, centerChanges, type MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChangeMedicalCenter } from '../../../calls/admin.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { DetailsFields, PlanFields } from '../shared/center-fields.tsx';
import type { CenterFields } from '../shared/center-form.ts';
import { changesOf, fieldsOf } from './center-changes.ts';

function useEdit(center: MedicalCenterDetails, onClose: () => void) {
  const t = useText('admin.lists');
  const toast = useToast();
  const form = useForm<CenterFields, unknown, CenterChanges>({
    resolver: createShapeResolver(centerChanges.strip()), // the form shows fields that cannot be changed
    defaultValues: fieldsOf(center),
    mode: 'onTouched', // errors appear once a field loses the focus
  });
  const change = useChangeMedicalCenter();
  // without a change, the dialog only closes
  const sendChanges: typeof change.mutate = (input, callbacks) => {
    if (Object.keys(input.body).length === 0) onClose();
    else change.mutate(input, callbacks);
  };
  const submission = useSubmit(
    form,
    { ...change, mutate: sendChanges },
    {
      toInput: () => ({ params: { id: center.id }, body: changesOf(center, form.getValues()) }),
      onSuccess: () => {
        toast({ title: t('info.saved'), text: t('info.savedText') });
        onClose();
      },
      onError: () => toast({ variant: 'danger', title: t('info.saveFailed'), text: t('info.saveFailedText') }),
    },
  );
  return { form, submission };
}

/** Changes a center's details. The center ID cannot be changed. */
export function EditCenter({ center, onClose }: { center: MedicalCenterDetails; onClose: () => void }) {
  const t = useText('admin.lists');
  const ui = useUiText();
  // the center when the dialog was opened: the form must not revert what others change meanwhile
  const [initialCenter] = useState(center);
  const { form, submission } = useEdit(initialCenter, onClose);
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('info.editTitle', { name: initialCenter.name })}
      text={t('info.editText', { centerId: initialCenter.centerId })}
      submitLabel={t('info.saveChanges')}
      busyLabel={ui('action.saving')}
    >
      <DetailsFields form={form} />
      <PlanFields form={form} />
    </FormDialog>
  );
}
