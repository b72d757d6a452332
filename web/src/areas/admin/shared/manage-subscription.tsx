import { subscriptionUpdate, type userSubscriptionStatuses } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { useRenewSubscription, useUpdateSubscription } from '../../../calls/admin.ts';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { dayOf } from '../../../lib/dates.ts';
import { adminText } from '../../../text/admin.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { Renewal } from './renewal.tsx';
import type { Subscriber } from './subscriber.ts';

interface SubscriptionFields {
  userId: string;
  startDate: string;
  endDate: string;
  status: (typeof userSubscriptionStatuses)[number];
}

type SubscriptionForm = UseFormReturn<SubscriptionFields, unknown, z.output<typeof subscriptionUpdate>>;

/** Returns the form's values: the stored dates, and today as the start if there is none. */
function fieldsOf(user: Subscriber): SubscriptionFields {
  return {
    userId: user.id,
    startDate: user.subscriptionStartDate ?? dayOf(new Date()),
    endDate: user.subscriptionEndDate ?? '',
    // a pending subscription is an active one that starts later
    status: user.subscriptionStatus === 'pending' ? 'active' : user.subscriptionStatus,
  };
}

function SubscriptionDates({ form }: { form: SubscriptionForm }) {
  const t = useText(adminText);
  const errorMessage = useErrorMessage();
  const { errors, dirtyFields } = form.formState;
  // The status is expired because the end has passed. With a future end it becomes active, unless the user chose
  // another.
  const reactivate = ({ target }: { target: { value: string } }) => {
    const isUnchanged = form.getValues('status') === 'expired' && !dirtyFields.status;
    if (isUnchanged && target.value >= dayOf(new Date())) form.setValue('status', 'active');
  };
  return (
    <FieldRow>
      <Field label={t('subscription.startDate')} error={errorMessage(errors.startDate?.message)}>
        <DateInput {...form.register('startDate')} />
      </Field>
      <Field
        label={t('subscription.endDate')}
        help={t('subscription.endHelp')}
        error={errorMessage(errors.endDate?.message)}
      >
        <DateInput {...form.register('endDate', { onChange: reactivate })} />
      </Field>
    </FieldRow>
  );
}

function StatusField({ form, isDoctor }: { form: SubscriptionForm; isDoctor: boolean }) {
  const t = useText(adminText);
  const options = (['active', 'inactive', 'expired'] as const).map((value) => ({
    value,
    label: t(`subscription.${value}`),
  }));
  return (
    <Field label={t('subscription.status')} help={isDoctor && t('subscription.doctorHelp')}>
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

/** Shows the last error if no field shows it. */
function FormErrorMessage({ error }: { error: Error | null }) {
  const errorMessage = useErrorMessage();
  const ui = useUiText();
  if (!error) return null;
  return <Note variant="danger">{errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')}</Note>;
}

function useSubscription(user: Subscriber, onClose: () => void) {
  const t = useText(adminText);
  const toast = useToast();
  const [serverError, setServerError] = useState<Error | null>(null);
  const form: SubscriptionForm = useForm({
    resolver: createShapeResolver(subscriptionUpdate),
    // Changes made elsewhere, such as a renewal, must not be overwritten by this form's older values.
    values: fieldsOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const handleSuccess = (text: string) => () => {
    toast({ title: t('subscription.success'), text });
    onClose();
  };
  const handleError = (text: string) => (error: Error) => {
    toast({ variant: 'danger', title: t('subscription.error'), text });
    setServerError(showServerErrors(form, error) ? null : error);
  };
  const update = useUpdateSubscription({
    onSuccess: handleSuccess(t('subscription.updated')),
    onError: handleError(t('subscription.updateFailed')),
  });
  const renew = useRenewSubscription({
    onSuccess: handleSuccess(t('subscription.renewed')),
    onError: handleError(t('subscription.renewFailed')),
  });
  const submit = form.handleSubmit((body) => {
    setServerError(null);
    update.mutate({ body });
  });
  return { form, serverError, update, renew, submit };
}

/** Edits a user's subscription dates and status. A doctor's subscription can also be renewed by whole months. */
export function ManageSubscription({ user, onClose }: { user: Subscriber; onClose: () => void }) {
  const t = useText(adminText);
  const ui = useUiText();
  const { form, serverError, update, renew, submit } = useSubscription(user, onClose);
  const isBusy = update.isPending || renew.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('subscription.title')}
      text={
        <>
          {user.email}
          <span className="block truncate text-small code">{user.id}</span>
        </>
      }
      dirty={form.formState.isDirty || isBusy}
    >
      <DialogForm onSubmit={(event) => void (isBusy ? event.preventDefault() : submit(event))}>
        <SubscriptionDates form={form} />
        <StatusField form={form} isDoctor={user.role === 'doctor'} />
        {user.role === 'doctor' && (
          <Renewal
            busy={renew.isPending}
            disabled={update.isPending}
            onRenew={(months) => renew.mutate({ body: { userId: user.id, months } })}
          />
        )}
        <FormErrorMessage error={serverError} />
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={isBusy}>
            {ui('action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={update.isPending}
            busyLabel={t('subscription.updating')}
            disabled={renew.isPending}
          >
            {t('subscription.update')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
