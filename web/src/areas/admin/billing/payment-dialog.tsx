import type { BillingAccount } from '@medcloud/contract/shapes/billing/accounts';
import { calendarDate } from '@medcloud/contract/shapes/common';
import { issueCode } from '@medcloud/contract/validation-codes';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useRecordPayment } from '../../../calls/billing-admin.ts';
import { useToday } from '../../../calls/today.ts';
import { FormDateField } from '../../../forms/form-date-field.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { euroAmount } from './euro-amount.ts';

const firstDay = '2020-01-01';

const shapeOf = (isReferenceRequired: boolean) =>
  z.object({
    rf: z
      .string()
      .trim()
      .min(isReferenceRequired ? 1 : 0, { error: issueCode('required') }),
    cents: euroAmount,
    receivedOn: calendarDate(),
    text: z.string().trim().max(140),
  });
type Shape = ReturnType<typeof shapeOf>;

interface PaymentDialogProps {
  /** The account that paid; without one, it is found by the reference. */
  account?: Pick<BillingAccount, 'userId' | 'name'>;
  onClose: () => void;
}

function usePaymentForm({ account, onClose }: PaymentDialogProps) {
  const t = useText('billing/admin.payment');
  const format = useFormat();
  const toast = useToast();
  const today = useToday();
  const form = useForm<z.input<Shape>, unknown, z.output<Shape>>({
    resolver: createShapeResolver(shapeOf(account === undefined)),
    values: { rf: '', cents: '', receivedOn: today, text: '' },
    resetOptions: { keepDirtyValues: true },
  });
  const submission = useSubmit(form, useRecordPayment(), {
    toInput: ({ rf, cents, receivedOn, text }) => ({
      body: { cents, receivedOn, text, ...(account === undefined ? { rf } : { userId: account.userId }) },
    }),
    onSuccess: (_reply, { cents }) => {
      toast({ title: t('done'), text: t('doneText', { amount: format.euros(cents) }) });
      onClose();
    },
  });
  return { form, submission, today };
}

/** Records a transfer that is on the bank's statement. */
export function PaymentDialog(props: PaymentDialogProps) {
  const t = useText('billing/admin.payment');
  const ui = useUiText();
  const { form, submission, today } = usePaymentForm(props);
  const { account, onClose } = props;
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={account === undefined ? t('title') : t('titleOf', { name: account.name })}
      text={t('text')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
    >
      {account === undefined && (
        <FormField form={form} name="rf" label={t('reference')} help={t('referenceHelp')}>
          <TextInput autoComplete="off" className="code" />
        </FormField>
      )}
      <FieldRow>
        <FormField form={form} name="cents" label={t('amount')}>
          <TextInput inputMode="decimal" autoComplete="off" className="figures" />
        </FormField>
        <FormDateField form={form} name="receivedOn" label={t('received')} min={firstDay} max={today} />
      </FieldRow>
      <FormField form={form} name="text" label={t('note', { optional: ui('field.optional') })}>
        <TextInput autoComplete="off" maxLength={140} />
      </FormField>
    </FormDialog>
  );
}
