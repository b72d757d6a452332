import { limits } from '@medcloud/contract/limits';
import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { vatProof } from '@medcloud/contract/shapes/billing/party';
import { useForm } from 'react-hook-form';
import { useProveVatNumber } from '../../../calls/billing-admin.ts';
import { useToday } from '../../../calls/today.ts';
import { FormDateField } from '../../../forms/form-date-field.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

/** The first day of the calendar. */
const firstDay = '2020-01-01';

/** Records what proves that an account's VAT number is valid. */
export function ProveVatNumber({ account: { userId, party }, onClose }: { account: Account; onClose: () => void }) {
  const t = useText('billing/admin.vatProof');
  const toast = useToast();
  const today = useToday();
  const form = useForm({
    resolver: createShapeResolver(vatProof),
    values: { text: '', provedOn: today },
    resetOptions: { keepDirtyValues: true },
  });
  const submission = useSubmit(form, useProveVatNumber(), {
    toInput: (body) => ({ params: { userId }, body }),
    onSuccess: () => {
      toast({ title: t('done') });
      onClose();
    },
  });
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('title', { number: party?.vatNumber ?? '' })}
      text={t('explanation')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
    >
      <FormField form={form} name="text" label={t('text')} help={t('textHelp')}>
        <TextInput autoComplete="off" maxLength={limits.vatProofMax} />
      </FormField>
      <FormDateField form={form} name="provedOn" label={t('provedOn')} min={firstDay} max={today} />
    </FormDialog>
  );
}
