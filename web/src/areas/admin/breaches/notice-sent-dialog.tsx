import { limits } from '@medcloud/contract/limits';
import { type Breach, type BreachNoticeKind, breachNotification } from '@medcloud/contract/shapes/breaches';
import { useForm } from 'react-hook-form';
import { useBreachNotified } from '../../../calls/breaches.ts';
import { FormDateTimeField } from '../../../forms/form-date-time-field.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { toLocalTime } from '../../../lib/dates.ts';
import { useText } from '../../../text/language.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { toInstant } from '../shared/breach-fields.ts';
import { NoticeDialog, useRecorded } from './notice-dialog.tsx';

interface Fields {
  at: string;
  reason: string;
}

/** Records when a notice was sent, and why the one to the authority was late. */
export function NoticeSentDialog({
  breach: { id },
  kind,
  onClose,
}: {
  breach: Breach;
  kind: BreachNoticeKind;
  onClose: () => void;
}) {
  const t = useText('breaches/record.notice');
  const shape = breachNotification;
  const form = useForm({
    resolver: createShapeResolver(shape, ({ at, reason }: Fields) => ({ notice: kind, at: toInstant(at), reason })),
    defaultValues: { at: toLocalTime(new Date()), reason: '' },
  });
  const submission = useSubmit(form, useBreachNotified(), {
    toInput: (body) => ({ params: { id }, body }),
    onSuccess: useRecorded(onClose),
  });
  return (
    <NoticeDialog submission={submission} kind={kind} title={t('sentTitle')} onClose={onClose}>
      <FormDateTimeField form={form} name="at" label={t('at')} />
      {kind === 'authority' && (
        <FormField form={form} name="reason" label={t('delay')} help={t('delayHelp')} isOptional>
          <TextArea rows={3} maxLength={limits.breachTextMax} />
        </FormField>
      )}
    </NoticeDialog>
  );
}
