import { type AnnotationSet, setWithdrawal } from '@medcloud/contract/shapes/annotations';
import { useForm } from 'react-hook-form';
import { useWithdrawAnnotations } from '../../../../calls/annotations.ts';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { FormField } from '../../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';

/** Asks for the reason before the caller's own set is withdrawn. */
export function WithdrawDialog({ examId, set, onClose }: { examId: string; set: AnnotationSet; onClose: () => void }) {
  const t = useText('viewer');
  const ui = useUiText();
  const toast = useToast();
  const form = useForm({ resolver: createShapeResolver(setWithdrawal), defaultValues: { reason: '' } });
  const submission = useSubmit(form, useWithdrawAnnotations(), {
    toInput: (body) => ({ params: { id: examId, set: set.id }, body }),
    onSuccess: () => {
      toast({ title: t('measure.withdraw.done') });
      onClose();
    },
  });
  return (
    <FormDialog
      isDangerous
      submission={submission}
      onClose={onClose}
      title={t('measure.withdraw.title')}
      text={t('measure.withdraw.text')}
      submitLabel={t('measure.withdraw.submit')}
      busyLabel={t('measure.withdraw.submitting')}
    >
      <FormField form={form} name="reason" label={ui('field.reason')}>
        <TextArea rows={2} />
      </FormField>
    </FormDialog>
  );
}
