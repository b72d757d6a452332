import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { calendarDate } from '@medcloud/contract/shapes/common';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useStartBilling } from '../../../calls/billing-admin.ts';
import { useToday } from '../../../calls/today.ts';
import { FormDateField } from '../../../forms/form-date-field.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { euroAmount } from './euro-amount.ts';
import { usePlanName } from './use-plan-name.ts';

const periods = ['1', '3', '6', '12'] as const;
const fields = { firstDay: calendarDate(), months: z.enum(periods) };
/** A listed price is not typed. */
const listed = z.object({ ...fields, cents: z.string().transform(() => null) });
const agreed = z.object({ ...fields, cents: euroAmount });
type Fields = z.input<typeof agreed>;
type Start = z.output<typeof listed> | z.output<typeof agreed>;

interface StartProps {
  account: Pick<Account, 'userId' | 'name' | 'plan'>;
  onClose: () => void;
}

function useStart({ account: { userId, plan }, onClose }: StartProps) {
  const t = useText('billing/admin.start');
  const toast = useToast();
  const today = useToday();
  const form = useForm<Fields, unknown, Start>({
    resolver: createShapeResolver<Fields, Start>(plan === 'enterprise' ? agreed : listed),
    values: { firstDay: today, cents: '', months: '3' },
    resetOptions: { keepDirtyValues: true },
  });
  const submission = useSubmit(form, useStartBilling(), {
    toInput: ({ firstDay, cents, months }) => ({
      params: { userId },
      body: { firstDay, ...(cents === null ? {} : { cents, months: Number(months) }) },
    }),
    onSuccess: () => {
      toast({ title: t('done'), text: t('doneText') });
      onClose();
    },
  });
  return { form, submission, today };
}

/** Begins to charge a center from a day: its first invoice is issued and mailed. */
export function StartBilling(props: StartProps) {
  const { account, onClose } = props;
  const t = useText('billing/admin.start');
  const planName = usePlanName();
  const { form, submission, today } = useStart(props);
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('title', { name: account.name })}
      text={t('text', { plan: planName(account) })}
      submitLabel={t('action')}
      busyLabel={t('busy')}
      failureTitle={t('failed')}
    >
      <FormDateField form={form} name="firstDay" label={t('firstDay')} min={today} />
      {account.plan === 'enterprise' && (
        <FieldRow>
          <FormField form={form} name="cents" label={t('price')} help={t('priceHelp')}>
            <TextInput inputMode="decimal" autoComplete="off" className="figures" />
          </FormField>
          <FormField form={form} name="months" label={t('months')}>
            <Select options={periods.map((value) => ({ value, label: t('monthCount', { count: Number(value) }) }))} />
          </FormField>
        </FieldRow>
      )}
    </FormDialog>
  );
}
