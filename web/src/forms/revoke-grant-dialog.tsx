import { revocationReasons } from '@medcloud/contract/choices';
import { type GrantRevocation, grantRevocation } from '@medcloud/contract/shapes/access';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useText } from '../text/language.tsx';
import { useErrorMessage } from '../text/use-error-message.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { Field } from '../ui/forms/field.tsx';
import { RadioCards } from '../ui/forms/radio-cards.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useFieldError } from './form-field.tsx';
import { createShapeResolver } from './shape-resolver.ts';
import { type Mutation, useSubmit } from './use-submit.ts';

interface RevokeGrantDialogProps {
  title: ReactNode;
  text: ReactNode;
  grantId: string;
  mutation: Mutation<{ params: { id: string }; body: GrantRevocation }, unknown>;
  /** Whose access has ended, for the toast. */
  doctor?: string;
  onClose: () => void;
}

/** Asks for confirmation and a reason before a grant is revoked, by a center for its patient or by an administrator. */
export function RevokeGrantDialog({ title, text, grantId, mutation, doctor, onClose }: RevokeGrantDialogProps) {
  const t = useText('access');
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const form = useForm<{ reason: string }, unknown, GrantRevocation>({
    resolver: createShapeResolver<{ reason: string }, GrantRevocation>(grantRevocation),
    defaultValues: { reason: '' },
  });
  const submission = useSubmit(form, mutation, {
    toInput: (body) => ({ params: { id: grantId }, body }),
    onSuccess: () => {
      toast({ title: t('ended'), ...(doctor === undefined ? {} : { text: doctor }) });
      onClose();
    },
    isDiscardable: true,
  });
  const fieldError = useFieldError(form);
  return (
    <FormDialog
      isDangerous
      submission={submission}
      onClose={onClose}
      title={title}
      text={text}
      submitLabel={t('end')}
      busyLabel={t('ending')}
      cancelLabel={t('keep')}
      reason={form.watch('reason') === '' ? errorMessage(issueCode('end_reason_required')) : undefined}
    >
      <Controller
        control={form.control}
        name="reason"
        render={({ field: { value, onChange } }) => (
          <Field label={t('reason')} error={fieldError('reason')}>
            <RadioCards
              columns={1}
              value={value}
              onChange={onChange}
              options={revocationReasons.map((reason) => ({ value: reason, title: t(reason) }))}
            />
          </Field>
        )}
      />
    </FormDialog>
  );
}
