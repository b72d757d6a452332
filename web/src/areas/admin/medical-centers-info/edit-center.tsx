import { type CenterChanges, centerChanges, type MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChangeMedicalCenter } from '../../../calls/admin.ts';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { adminListsText } from '../../../text/admin-lists.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
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
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<CenterFields, unknown, CenterChanges>({
    resolver: shapeResolver(centerChanges.strip()), // the form shows more than can be changed
    defaultValues: fieldsOf(center),
    mode: 'onTouched', // errors stand beside a field once it is left
  });
  const change = useChangeMedicalCenter({
    onSuccess: () => {
      toast({ title: t('info.saved'), text: t('info.savedText') });
      onClose();
    },
    onError: (error) => {
      toast({ tone: 'danger', title: t('info.saveFailed'), text: t('info.saveFailedText') });
      setFailure(showServerErrors(form, error) ? null : error);
    },
  });
  const submit = form.handleSubmit(() => {
    setFailure(null);
    const body = changesOf(center, form.getValues());
    if (Object.keys(body).length === 0) onClose();
    else change.mutate({ params: { id: center.id }, body });
  });
  return { form, failure, isBusy: change.isPending, submit };
}

function Failure({ error }: { error: Error | null }) {
  const ui = useUiText();
  const sentence = useSentence();
  if (!error) return null;
  return <Note tone="danger">{sentence(sentenceOf(error)) ?? ui('error.noAnswer')}</Note>;
}

/** Changes what was written about a center at its creation; its center ID stays. */
export function EditCenter({ center, onClose }: { center: MedicalCenterDetails; onClose: () => void }) {
  const t = useText(adminListsText);
  const ui = useUiText();
  // as it was when the dialog opened: what others change meanwhile is not taken back
  const [opened] = useState(center);
  const { form, failure, isBusy, submit } = useEdit(opened, onClose);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('info.editTitle', { name: opened.name })}
      text={t('info.editText', { centerId: opened.centerId })}
      dirty={form.formState.isDirty || isBusy}
    >
      <DialogForm onSubmit={(event) => void (isBusy ? event.preventDefault() : submit(event))}>
        <DetailsFields form={form} />
        <PlanFields form={form} />
        <Failure error={failure} />
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
