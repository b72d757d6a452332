import { limits } from '@medcloud/contract/limits';
import type { RefundableInvoice } from '@medcloud/contract/shapes/billing/accounts';
import { text } from '@medcloud/contract/shapes/common';
import { issueCode } from '@medcloud/contract/validation-codes';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { plainAmount } from '../../../billing/transfer-details.tsx';
import { useCreditInvoice, useWriteOff } from '../../../calls/billing-admin.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { type Mutation, type Submission, useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { euroAmount, parseEuros } from './euro-amount.ts';

const shape = z.object({
  cents: euroAmount,
  reason: text(issueCode('reason_required'), limits.reasonMax),
  refund: z.enum(['keep', 'card', 'bank']),
});
type Amount = z.output<typeof shape>;
type AmountForm = UseFormReturn<z.input<typeof shape>, unknown, Amount>;
type InvoiceAct = 'credit' | 'writeOff';

interface ActProps {
  invoice: RefundableInvoice;
  onClose: () => void;
}

interface DialogProps extends ActProps {
  act: InvoiceAct;
  /** What the form starts with: all that is left. */
  cents: number;
  send: Mutation<Amount, unknown>;
  /** Where a paid amount goes, at first. */
  refund?: Amount['refund'];
}

function useAmountForm({ act, cents, send, refund = 'keep', onClose }: DialogProps) {
  const t = useText(`billing/admin.${act}`);
  const toast = useToast();
  const { language } = useLanguage();
  const form: AmountForm = useForm({
    resolver: createShapeResolver(shape),
    defaultValues: { cents: plainAmount(cents, language), reason: '', refund },
  });
  const submission: Submission = useSubmit(form, send, {
    toInput: (amount) => amount,
    onSuccess: () => {
      toast({ title: t('done') });
      onClose();
    },
  });
  return { form, submission };
}

/** Asks where what was paid goes. The card that paid the invoice is offered first. */
function RefundChoice({ form, cardCents }: { form: AmountForm; cardCents: number }) {
  const t = useText('billing/admin.credit');
  const format = useFormat();
  const card = { value: 'card', title: t('toCard'), note: t('toCardText', { amount: format.euros(cardCents) }) };
  return (
    <Field label={t('refund')}>
      <Controller
        control={form.control}
        name="refund"
        render={({ field }) => (
          <RadioCards
            columns={1}
            value={field.value}
            onChange={field.onChange}
            options={[
              ...(cardCents > 0 ? [card] : []),
              { value: 'bank', title: t('toBank'), note: t('toBankText') },
              { value: 'keep', title: t('keep'), note: t('keepText') },
            ]}
          />
        )}
      />
    </Field>
  );
}

/** Asks for an amount of an invoice and the reason; the title names both. */
function AmountDialog(props: DialogProps) {
  const { act, invoice, cents, onClose } = props;
  const t = useText(`billing/admin.${act}`);
  const format = useFormat();
  const { form, submission } = useAmountForm(props);
  const typed = parseEuros(useWatch({ control: form.control, name: 'cents' })) ?? cents;
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('title', { number: invoice.number, amount: format.euros(typed) })}
      text={t('text')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
      isDangerous
    >
      <FormField form={form} name="cents" label={t('amount')}>
        <TextInput inputMode="decimal" autoComplete="off" className="figures" />
      </FormField>
      <FormField form={form} name="reason" label={t('reason')}>
        <TextInput autoComplete="off" maxLength={limits.reasonMax} />
      </FormField>
      {act === 'credit' && isPaid(invoice) && <RefundChoice form={form} cardCents={invoice.cardCents} />}
    </FormDialog>
  );
}

/** Something of it was paid, so that a credit frees money. */
const isPaid = ({ grossCents, openCents }: RefundableInvoice) => openCents < grossCents;

/** Issues a credit note over all that is left of an invoice, or a part. */
export function CreditDialog(props: ActProps) {
  const { mutate, ...credit } = useCreditInvoice();
  const send: Mutation<Amount, unknown> = {
    ...credit,
    mutate: ({ refund, ...body }, callbacks) => {
      const back = refund === 'keep' ? {} : { refund };
      mutate({ params: { id: props.invoice.id }, body: { ...body, ...back } }, callbacks);
    },
  };
  const { grossCents, creditedCents, cardCents } = props.invoice;
  const refund = isPaid(props.invoice) && cardCents > 0 ? 'card' : 'keep';
  return <AmountDialog {...props} act="credit" cents={grossCents - creditedCents} refund={refund} send={send} />;
}

/** What a bank takes of a transfer; the server accepts no more. */
const maxWriteOffCents = 500;

/** Writes off what is left of an invoice, or a part. */
export function WriteOffDialog(props: ActProps) {
  const { mutate, ...writeOff } = useWriteOff();
  const send: Mutation<Amount, unknown> = {
    ...writeOff,
    mutate: ({ cents, reason }, callbacks) =>
      mutate({ body: { cents, reason, invoiceId: props.invoice.id } }, callbacks),
  };
  return (
    <AmountDialog {...props} act="writeOff" cents={Math.min(props.invoice.openCents, maxWriteOffCents)} send={send} />
  );
}
