import { ApiError } from '@medcloud/contract/api-client';
import type { DoctorBilling } from '@medcloud/contract/shapes/billing';
import { useController, useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useUpdatePaymentMethod } from '../../../calls/doctor.ts';
import { AddressFields, CardFields } from '../../../forms/payment-fields.tsx';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { type PaymentFields, type PaymentOutput, paymentBody, paymentFields, paymentShape } from './payment-form.ts';

interface PaymentDialogProps {
  paymentMethod: DoctorBilling['paymentMethod'];
  onClose: () => void;
}

function usePaymentForm({ paymentMethod, onClose }: PaymentDialogProps) {
  const t = useText(doctorAccountText);
  const toast = useToast();
  const { language } = useLanguage();
  const form = useForm<PaymentFields, unknown, PaymentOutput>({
    resolver: createShapeResolver(paymentShape(paymentMethod !== null)),
    defaultValues: paymentFields(paymentMethod),
    mode: 'onTouched',
  });
  const update = useUpdatePaymentMethod({
    onSuccess: () => {
      toast({ title: t('method.done'), text: t('method.doneText') });
      onClose();
    },
    onError: (error) => {
      showServerErrors(form, error);
      toast({ variant: 'danger', title: t('method.failed') });
    },
  });
  const submit = form.handleSubmit((fields) => update.mutate({ body: paymentBody(fields, language) }));
  return { form, update, submit };
}

function FormErrorMessage({ error }: { error: Error | null }) {
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  if (error === null || (error instanceof ApiError && error.fields.length > 0)) return null;
  return <Note variant="danger">{errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')}</Note>;
}

/** Edits the stored card details and address. Number and cvv exist only while the dialog is open. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { paymentMethod, onClose } = props;
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { form, update, submit } = usePaymentForm(props);
  const { errors, isDirty } = form.formState;
  const error = (field: keyof PaymentFields) => errorMessage(errors[field]?.message);
  const { field: country } = useController({ control: form.control, name: 'country' });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('method.title')}
      text={t('method.text')}
      dirty={isDirty || update.isPending}
    >
      <DialogForm onSubmit={(event) => void (update.isPending ? event.preventDefault() : submit(event))}>
        {paymentMethod && (
          <p className="text-small text-ink-muted">{t('method.keep', { last4: paymentMethod.last4 })}</p>
        )}
        <CardFields register={form.register} error={error} savedLast4={paymentMethod?.last4} />
        <AddressFields register={form.register} error={error} country={country} />
        <FormErrorMessage error={update.error} />
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={update.isPending}>
            {ui('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={update.isPending} busyLabel={t('method.saving')}>
            {t('method.save')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
