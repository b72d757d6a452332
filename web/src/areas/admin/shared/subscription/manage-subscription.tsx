import { subscriptionUpdate, type userSubscriptionStatuses } from '@medcloud/contract/shapes/accounts';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { useRenewSubscription, useUpdateSubscription } from '../../../../calls/admin.ts';
import { useBillingAccount } from '../../../../calls/billing-admin.ts';
import { useToday } from '../../../../calls/today.ts';
import { FormDateField } from '../../../../forms/form-date-field.tsx';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { createShapeResolver } from '../../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { FieldRow } from '../../../../ui/forms/form-section.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { PaidFacts } from './paid-facts.tsx';
import { Renewal, type RenewalMonths } from './renewal.tsx';
import type { Subscriber } from './subscriber.ts';

interface SubscriptionFields {
  userId: string;
  startDate: string;
  endDate: string;
  status: (typeof userSubscriptionStatuses)[number];
}

type SubscriptionForm = UseFormReturn<SubscriptionFields, unknown, z.output<typeof subscriptionUpdate>>;

/** Returns the form's values: the stored dates, and today as the start if there is none. */
function fieldsOf(user: Subscriber, today: string): SubscriptionFields {
  return {
    userId: user.id,
    startDate: user.subscriptionStartDate ?? today,
    endDate: user.subscriptionEndDate ?? '',
    // a pending subscription is an active one that starts later
    status: user.subscriptionStatus === 'pending' ? 'active' : user.subscriptionStatus,
  };
}

// as the contract's shape
const dateLimits = { min: '2020-01-01', max: '2100-12-31' } as const;

function SubscriptionDates({ form }: { form: SubscriptionForm }) {
  const t = useText('admin');
  const today = useToday();
  const { dirtyFields } = form.formState;
  // The status is expired because the end has passed. With a future end it becomes active, unless the user chose
  // another.
  const reactivate = ({ target }: { target: { value: string } }) => {
    const isUnchanged = form.getValues('status') === 'expired' && !dirtyFields.status;
    const isDay = /^\d{4}-/.test(target.value);
    if (isUnchanged && isDay && target.value >= today) form.setValue('status', 'active');
  };
  return (
    <FieldRow>
      <FormDateField form={form} name="startDate" label={t('subscription.startDate')} {...dateLimits} />
      <FormDateField
        form={form}
        name="endDate"
        rules={{ onChange: reactivate }}
        label={t('subscription.endDate')}
        help={t('subscription.endHelp')}
        {...dateLimits}
      />
    </FieldRow>
  );
}

function StatusField({ form, isDoctor }: { form: SubscriptionForm; isDoctor: boolean }) {
  const t = useText('admin');
  const ui = useUiText();
  const options = (['active', 'inactive', 'expired'] as const).map((value) => ({
    value,
    label: t(`subscription.${value}`),
  }));
  return (
    <Field label={ui('field.status')} help={isDoctor && t('subscription.doctorHelp')}>
      <Controller
        control={form.control}
        name="status"
        render={({ field }) => (
          <Select value={field.value} onChange={field.onChange} onBlur={field.onBlur} options={options} />
        )}
      />
    </Field>
  );
}

/** Returns the form and the dialog's two calls: saving the form, and renewing. */
function useSubscription(user: Subscriber, onClose: () => void) {
  const t = useText('admin');
  const toast = useToast();
  const today = useToday();
  const form: SubscriptionForm = useForm({
    resolver: createShapeResolver(subscriptionUpdate),
    // Changes made elsewhere, such as a renewal, must not be overwritten by this form's older values.
    values: fieldsOf(user, today),
    resetOptions: { keepDirtyValues: true },
  });
  const report = (
    done: 'updated' | 'renewed' | 'charged',
    failed: 'updateFailed' | 'renewFailed' | 'chargeFailed',
  ) => ({
    onSuccess: () => {
      toast({ title: t('subscription.success'), text: t(`subscription.${done}`) });
      onClose();
    },
    onError: () => toast({ variant: 'danger', title: t('subscription.error'), text: t(`subscription.${failed}`) }),
  });
  const update = useSubmit(form, useUpdateSubscription(), {
    toInput: (body) => ({ body }),
    ...report('updated', 'updateFailed'),
  });
  const renew = useRenewSubscription();
  const startRenewal = ({ months, charge }: { months: RenewalMonths; charge: boolean }) =>
    renew.mutate(
      { body: { userId: user.id, months, ...(charge ? { charge } : {}) } },
      charge ? report('charged', 'chargeFailed') : report('renewed', 'renewFailed'),
    );
  return { form, update, renew, startRenewal };
}

/** Shows what the account's billing says of the form's dates. */
function Paid({ form, userId }: { form: SubscriptionForm; userId: string }) {
  const account = useBillingAccount(userId).data;
  const today = useToday();
  const [endDate, status] = useWatch({ control: form.control, name: ['endDate', 'status'] });
  return account ? <PaidFacts account={account} next={{ endDate, status }} today={today} /> : null;
}

/** Edits a user's subscription dates and status. A doctor's can also be renewed by whole months, free or charged. */
export function ManageSubscription({ user, onClose }: { user: Subscriber; onClose: () => void }) {
  const t = useText('admin');
  const describeFailure = useFailure();
  const { form, update, renew, startRenewal } = useSubscription(user, onClose);
  const account = useBillingAccount(user.id).data;
  return (
    <FormDialog
      submission={update}
      isLocked={renew.isPending}
      onClose={onClose}
      title={t('subscription.title')}
      text={
        <>
          {user.email}
          <span className="block truncate text-small code">{user.id}</span>
        </>
      }
      submitLabel={t('subscription.update')}
      busyLabel={t('subscription.updating')}
    >
      <SubscriptionDates form={form} />
      <StatusField form={form} isDoctor={user.role === 'doctor'} />
      <Paid form={form} userId={user.id} />
      {user.role === 'doctor' && (
        <Renewal
          account={account}
          busy={renew.isPending}
          disabled={update.isBusy}
          failure={describeFailure(renew.error)}
          onRenew={startRenewal}
        />
      )}
    </FormDialog>
  );
}
