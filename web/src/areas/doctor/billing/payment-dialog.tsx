import type { DoctorBilling } from '@medcloud/contract/shapes/billing';
import { useController, useForm } from 'react-hook-form';
import { useUpdatePaymentMethod } from '../../../calls/doctor.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useFieldError } from '../../../forms/form-field.tsx';
import { AddressFields, CardFields, CountryField } from '../../../forms/payment-fields.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type PaymentFields, type PaymentOutput, paymentBody, paymentFields, paymentShape } from './payment-form.ts';

interface PaymentDialogProps {
  paymentMethod: DoctorBilling['paymentMethod'];
  onClose: () => void;
}

/** Edits the stored card details and address. Number and cvv exist only while the dialog is open. */
export function PaymentDialog({ paymentMethod, onClose }: PaymentDialogProps) {
  const t = useText('account');
  const ui = useUiText();
  const toast = useToast();
  const form = useForm<PaymentFields, unknown, PaymentOutput>({
    resolver: createShapeResolver(paymentShape(paymentMethod !== null)),
    defaultValues: paymentFields(paymentMethod),
    mode: 'onTouched',
  });
  const submission = useSubmit(form, useUpdatePaymentMethod(), {
    toInput: (fields) => ({ body: paymentBody(fields) }),
    onSuccess: () => {
      toast({ title: t('method.done'), text: t('method.doneText') });
      onClose();
    },
    onError: () => toast({ variant: 'danger', title: t('method.failed') }),
  });
  const error = useFieldError(form);
  const { field: country } = useController({ control: form.control, name: 'country' });
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('billing.updateMethod')}
      text={t('method.text')}
      submitLabel={t('method.save')}
      busyLabel={ui('action.saving')}
    >
      {paymentMethod && <p className="text-small text-ink-muted">{t('method.keep', { last4: paymentMethod.last4 })}</p>}
      <CardFields register={form.register} error={error} savedLast4={paymentMethod?.last4} />
      <AddressFields register={form.register} error={error}>
        <CountryField {...country} />
      </AddressFields>
    </FormDialog>
  );
}
