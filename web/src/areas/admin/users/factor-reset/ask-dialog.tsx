import { factorResetRequest, recognitions } from '@medcloud/contract/shapes/account/factor-resets';
import type { User } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import { useAskForReset } from '../../../../calls/factor-resets.ts';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { FormField } from '../../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { useText } from '../../../../text/language.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';

/** Asks how the person was recognized, and for the reason, before the removal is requested. */
export function AskDialog({ user, name, onClose }: { user: User; name: string; onClose: () => void }) {
  const t = useText('account/recovery');
  const toast = useToast();
  const ask = useAskForReset();
  const isAdmin = user.role === 'admin';
  const form = useForm({
    resolver: createShapeResolver(factorResetRequest),
    defaultValues: { recognizedBy: 'in_person', reason: '' },
  });
  const submission = useSubmit(form, ask, {
    toInput: (body) => ({ params: { id: user.id }, body }),
    onSuccess: () => {
      onClose();
      toast({ title: t('ask.done'), text: t(isAdmin ? 'ask.doneTextAdmin' : 'ask.doneText') });
    },
  });
  return (
    <FormDialog
      isDangerous
      submission={submission}
      onClose={onClose}
      title={t('ask.title', { name })}
      text={t(isAdmin ? 'ask.textAdmin' : 'ask.text')}
      submitLabel={t('ask.submit')}
      busyLabel={t('ask.busy')}
    >
      <FormField form={form} name="recognizedBy" label={t('how.label')}>
        <Select options={recognitions.map((value) => ({ value, label: t(`how.${value}`) }))} />
      </FormField>
      <FormField form={form} name="reason" label={t('ask.reason')} help={t('ask.reasonHelp')}>
        <TextArea maxLength={500} />
      </FormField>
    </FormDialog>
  );
}
