import { limits } from '@medcloud/contract/limits';
import { type BreachNoticeKind, breachWaiver } from '@medcloud/contract/shapes/breaches';
import { useForm } from 'react-hook-form';
import { useBreachNotNeeded } from '../../../calls/breaches.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { NoticeDialog, useRecorded } from './notice-dialog.tsx';

/** Records why a notice is not needed. */
export function NotNeededDialog({ id, kind, onClose }: { id: string; kind: BreachNoticeKind; onClose: () => void }) {
  const t = useText('breaches/record.notice');
  const form = useForm({
    resolver: createShapeResolver(breachWaiver, ({ reason }: { reason: string }) => ({ notice: kind, reason })),
    defaultValues: { reason: '' },
  });
  const submission = useSubmit(form, useBreachNotNeeded(), {
    toInput: (body) => ({ params: { id }, body }),
    onSuccess: useRecorded(onClose),
  });
  return (
    <NoticeDialog submission={submission} kind={kind} title={t('notNeededTitle')} onClose={onClose}>
      <FormField form={form} name="reason" label={t('reason')} help={t(`${kind}Reason`)}>
        <TextArea rows={4} maxLength={limits.breachTextMax} />
      </FormField>
    </NoticeDialog>
  );
}
