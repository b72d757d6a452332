import { subscriptionUpdate, type userSubscriptionStatuses } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { useRenewSubscription, useUpdateSubscription } from '../../../calls/admin.ts';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { dayOf } from '../../../lib/dates.ts';
import { adminText } from '../../../text/admin.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
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

/** The dates as they are; where there are none yet, a start today. */
function fieldsOf(user: Subscriber): SubscriptionFields {
  return {
    userId: user.id,
    startDate: user.subscriptionStartDate ?? dayOf(new Date()),
    endDate: user.subscriptionEndDate ?? '',
    // pending is what it is called that is active from a day to come
    status: user.subscriptionStatus === 'pending' ? 'active' : user.subscriptionStatus,
  };
}

function Days({ form }: { form: SubscriptionForm }) {
  const t = useText(adminText);
  const sentence = useSentence();
  const { errors, dirtyFields } = form.formState;
  // Expired because its end has passed: with an end to come it is meant to run again, unless one says otherwise.
  const revive = ({ target }: { target: { value: string } }) => {
    const isUntouched = form.getValues('status') === 'expired' && !dirtyFields.status;
    if (isUntouched && target.value >= dayOf(new Date())) form.setValue('status', 'active');
  };
  return (
    <FieldRow>
      <Field label={t('subscription.startDate')} error={sentence(errors.startDate?.message)}>
        <DateInput {...form.register('startDate')} />
      </Field>
      <Field
        label={t('subscription.endDate')}
        help={t('subscription.endHelp')}
        error={sentence(errors.endDate?.message)}
      >
        <DateInput {...form.register('endDate', { onChange: revive })} />
      </Field>
    </FieldRow>
  );
}

function Status({ form, isDoctor }: { form: SubscriptionForm; isDoctor: boolean }) {
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

/** What went wrong the last time, where no field says it. */
function Failure({ error }: { error: Error | null }) {
  const sentence = useSentence();
  const ui = useUiText();
  if (!error) return null;
  return <Note tone="danger">{sentence(sentenceOf(error)) ?? ui('error.noAnswer')}</Note>;
}

function useSubscription(user: Subscriber, onClose: () => void) {
  const t = useText(adminText);
  const toast = useToast();
  const [failure, setFailure] = useState<Error | null>(null);
  const form: SubscriptionForm = useForm({
    resolver: shapeResolver(subscriptionUpdate),
    // What another act has changed meanwhile, a renewal for one, must not be written back by what stood here before.
    values: fieldsOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const succeeded = (text: string) => () => {
    toast({ title: t('subscription.success'), text });
    onClose();
  };
  const failed = (text: string) => (error: Error) => {
    toast({ tone: 'danger', title: t('subscription.error'), text });
    setFailure(showServerErrors(form, error) ? null : error);
  };
  const update = useUpdateSubscription({
    onSuccess: succeeded(t('subscription.updated')),
    onError: failed(t('subscription.updateFailed')),
  });
  const renew = useRenewSubscription({
    onSuccess: succeeded(t('subscription.renewed')),
    onError: failed(t('subscription.renewFailed')),
  });
  const submit = form.handleSubmit((body) => {
    setFailure(null);
    update.mutate({ body });
  });
  return { form, failure, update, renew, submit };
}

/** Sets the dates and the status of a user's subscription; a doctor's can be renewed by whole months as well. */
export function ManageSubscription({ user, onClose }: { user: Subscriber; onClose: () => void }) {
  const t = useText(adminText);
  const ui = useUiText();
  const { form, failure, update, renew, submit } = useSubscription(user, onClose);
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
        <Days form={form} />
        <Status form={form} isDoctor={user.role === 'doctor'} />
        {user.role === 'doctor' && (
          <Renewal
            busy={renew.isPending}
            disabled={update.isPending}
            onRenew={(months) => renew.mutate({ body: { userId: user.id, months } })}
          />
        )}
        <Failure error={failure} />
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
