import type { Breach } from '@medcloud/contract/shapes/breaches';
import { useState } from 'react';
import { useChangeBreach } from '../../../calls/breaches.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useLeaveGuard } from '../../../lib/leave-guard.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { fieldsOf } from '../shared/breach-fields.ts';
import { BreachFormFields, useBreachForm } from '../shared/breach-form.tsx';

/** Changes the facts of an open record. */
export function EditBreach({ breach, onClose }: { breach: Breach; onClose: () => void }) {
  const t = useText('breaches.form');
  const ui = useUiText();
  const toast = useToast();
  const { confirmLeave } = useLeaveGuard();
  // the record when the form was opened: the form must not revert what others change meanwhile
  const [defaults] = useState(() => fieldsOf(breach));
  const [bounds] = useState({ recordedAt: breach.noticedAt, alarmAt: breach.alarm?.raisedAt ?? null });
  const form = useBreachForm(defaults);
  const submission = useSubmit(form, useChangeBreach(), {
    toInput: (body) => ({ params: { id: breach.id }, body }),
    onSuccess: () => {
      toast({ title: t('saved') });
      onClose();
    },
    onError: (_error, isOnFields) => isOnFields || toast({ variant: 'danger', title: t('saveFailed') }),
  });
  const cancel = () => (submission.unsentId === undefined ? onClose() : confirmLeave(onClose, submission.unsentId));
  return (
    <Form
      submission={submission}
      className="max-w-176 gap-0! rounded-card border border-line bg-surface px-4 pb-5 md:px-6 md:pb-6 [&>section:first-child]:border-t-0"
    >
      <BreachFormFields form={form} bounds={bounds} />
      <div className="flex flex-col gap-5 border-t border-line pt-5">
        <FormActions submitLabel={t('save')} busyLabel={t('saving')} failureTitle={t('saveFailed')} live="off">
          <Button variant="ghost" onClick={cancel} disabled={submission.isBusy} className="max-sm:w-full">
            {ui('action.cancel')}
          </Button>
        </FormActions>
      </div>
    </Form>
  );
}
