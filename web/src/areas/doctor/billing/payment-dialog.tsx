import { PortalError } from '@medcloud/contract/caller';
import type { DoctorBilling } from '@medcloud/contract/shapes/billing';
import { useController, useForm } from 'react-hook-form';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useUpdatePaymentMethod } from '../../../calls/doctor.ts';
import { AddressFields, CardFields } from '../../../forms/payment-fields.tsx';
import { shapeResolver } from '../../../forms/resolver.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { type PaymentFields, type PaymentOutput, paymentBody, paymentFields, paymentShape } from './payment-form.ts';

interface PaymentDialogProps {
  kept: DoctorBilling['paymentMethod'];
  onClose: () => void;
}

function usePaymentForm({ kept, onClose }: PaymentDialogProps) {
  const t = useText(doctorAccountText);
  const toast = useToast();
  const { language } = useLanguage();
  const form = useForm<PaymentFields, unknown, PaymentOutput>({
    resolver: shapeResolver(paymentShape(kept !== null)),
    defaultValues: paymentFields(kept),
    mode: 'onTouched',
  });
  const update = useUpdatePaymentMethod({
    onSuccess: () => {
      toast({ title: t('method.done'), text: t('method.doneText') });
      onClose();
    },
    onError: (error) => {
      showServerErrors(form, error);
      toast({ tone: 'danger', title: t('method.failed') });
    },
  });
  const submit = form.handleSubmit((fields) => update.mutate({ body: paymentBody(fields, language) }));
  return { form, update, submit };
}

function Failure({ error }: { error: Error | null }) {
  const ui = useUiText();
  const sentence = useSentence();
  if (error === null || (error instanceof PortalError && error.fields.length > 0)) return null;
  return <Note tone="danger">{sentence(sentenceOf(error)) ?? ui('error.noAnswer')}</Note>;
}

/** Edits the kept card facts and address. The number and cvv are forgotten with the dialog. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { kept, onClose } = props;
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const sentence = useSentence();
  const { form, update, submit } = usePaymentForm(props);
  const { errors, isDirty } = form.formState;
  const error = (field: keyof PaymentFields) => sentence(errors[field]?.message);
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
        {kept && <p className="text-small text-ink-muted">{t('method.keep', { last4: kept.last4 })}</p>}
        <CardFields register={form.register} error={error} keptLast4={kept?.last4} />
        <AddressFields register={form.register} error={error} country={country} />
        <Failure error={update.error} />
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
