import { limits } from '@medcloud/contract/limits';
import type { Doctor } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useApproveDoctor } from '../../../calls/admin.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useDueOnApproval } from './plan-due.ts';

const fields = z.object({
  trialDays: z
    .string()
    .regex(/^\d{1,2}$/, { error: issueCode('trial_days') })
    .transform(Number)
    .refine((days) => days <= limits.trialDaysMax, { error: issueCode('trial_days') }),
});

interface TrialDialogProps {
  doctor: Doctor;
  /** Days that the portal's settings give; 0: none. */
  days: number;
  onClose: () => void;
}

/** Approves a doctor with another number of free days than the settings give. */
export function TrialDialog({ doctor, days, onClose }: TrialDialogProps) {
  const t = useText('admin.approve');
  const format = useFormat();
  const toast = useToast();
  const form = useForm<z.input<typeof fields>, unknown, z.output<typeof fields>>({
    resolver: createShapeResolver<z.input<typeof fields>, z.output<typeof fields>>(fields),
    defaultValues: { trialDays: String(days > 0 ? days : limits.trialDaysPreset) },
  });
  const submission = useSubmit(form, useApproveDoctor(), {
    toInput: (body) => ({ params: { id: doctor.id }, body }),
    onSuccess: ({ doctor: { subscriptionStatus } }) => {
      toast({ title: t('approved'), text: t(subscriptionStatus === 'pending' ? 'approvedPaysText' : 'approvedText') });
      onClose();
    },
    onError: () => toast({ variant: 'danger', title: t('approvalFailed'), text: t('approvalFailedText') }),
    isDiscardable: true,
  });
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('trialTitle', { doctor: format.doctor(doctor) })}
      text={t('trialText', { price: useDueOnApproval(doctor.plan) })}
      submitLabel={t('approve')}
      busyLabel={t('approving')}
    >
      <FormField form={form} name="trialDays" label={t('trialDays')} help={t('trialHelp')}>
        <TextInput inputMode="numeric" autoComplete="off" maxLength={2} className="figures" />
      </FormField>
    </FormDialog>
  );
}
