import { screenPath } from '@medcloud/contract/screens';
import { useNavigate } from 'react-router';
import { useOpenBreach } from '../../../calls/breaches.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import type { BreachFields } from '../shared/breach-fields.ts';
import { BreachFormFields, useBreachForm } from '../shared/breach-form.tsx';

interface OpenBreachFormProps {
  defaults: BreachFields;
  alarmId: string | null;
  alarmAt: string | null;
}

/** The form of a new record. */
export function OpenBreachForm({ defaults, alarmId, alarmAt }: OpenBreachFormProps) {
  const t = useText('breaches.form');
  const toast = useToast();
  const navigate = useNavigate();
  const form = useBreachForm(defaults);
  const submission = useSubmit(form, useOpenBreach(), {
    toInput: ({ noticedReason: _, ...facts }) => ({ body: { ...facts, ...(alarmId === null ? {} : { alarmId }) } }),
    onSuccess: ({ breach }) => {
      toast({ title: t('opened') });
      void navigate(screenPath('adminBreach', { id: breach.id }), { replace: true });
    },
    onError: (_error, isOnFields) => isOnFields || toast({ variant: 'danger', title: t('openFailed') }),
  });
  return (
    <Form
      submission={submission}
      className="max-w-176 gap-0! rounded-card border border-line bg-surface px-4 pb-5 md:px-6 md:pb-6 [&>section:first-child]:border-t-0"
    >
      <BreachFormFields form={form} bounds={{ recordedAt: null, alarmAt }} />
      <div className="flex flex-col gap-5 border-t border-line pt-5">
        <FormActions submitLabel={t('submit')} busyLabel={t('submitting')} failureTitle={t('openFailed')} live="off" />
      </div>
    </Form>
  );
}
