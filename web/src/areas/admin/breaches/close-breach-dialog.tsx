import { limits } from '@medcloud/contract/limits';
import { breachClosing } from '@medcloud/contract/shapes/breaches';
import { useForm } from 'react-hook-form';
import { useCloseBreach } from '../../../calls/breaches.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

/** Closes a record, with a reason. */
export function CloseBreachDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('breaches/record.close');
  const toast = useToast();
  const form = useForm({ resolver: createShapeResolver(breachClosing), defaultValues: { reason: '' } });
  const submission = useSubmit(form, useCloseBreach(), {
    toInput: (body) => ({ params: { id }, body }),
    onSuccess: () => {
      toast({ title: t('done') });
      onClose();
    },
  });
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('title')}
      text={t('text')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
    >
      <FormField form={form} name="reason" label={t('reason')}>
        <TextArea rows={4} maxLength={limits.breachTextMax} />
      </FormField>
    </FormDialog>
  );
}
