import { screenPath, screens } from '@medcloud/contract/screens';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useUrlParams } from '../../../app/routing/url-params.ts';
import { useAlarms } from '../../../calls/admin.ts';
import { useOpenBreach } from '../../../calls/breaches.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { type BreachFields, fieldsOfAlarm, newFields } from '../shared/breach-fields.ts';
import { BreachFormFields, useBreachForm } from '../shared/breach-form.tsx';

interface OpenBreachFormProps {
  defaults: BreachFields;
  alarmId: string | null;
  alarmAt: string | null;
}

function OpenBreachForm({ defaults, alarmId, alarmAt }: OpenBreachFormProps) {
  const t = useText('breaches.form');
  const toast = useToast();
  const navigate = useNavigate();
  const form = useBreachForm(defaults);
  const submission = useSubmit(form, useOpenBreach(), {
    toInput: ({ noticedReason: _, ...facts }) => ({ body: { ...facts, ...(alarmId === null ? {} : { alarmId }) } }),
    onSuccess: ({ breach }) => {
      toast({ title: t('opened') });
      void navigate(screenPath('adminBreach', { id: breach.id }), { replace: true });
    },
    onError: (_error, isOnFields) => isOnFields || toast({ variant: 'danger', title: t('openFailed') }),
  });
  return (
    <Form
      submission={submission}
      className="max-w-176 gap-0! rounded-card border border-line bg-surface px-4 pb-5 md:px-6 md:pb-6 [&>section:first-child]:border-t-0"
    >
      <BreachFormFields form={form} bounds={{ recordedAt: null, alarmAt }} />
      <div className="flex flex-col gap-5 border-t border-line pt-5">
        <FormActions submitLabel={t('submit')} busyLabel={t('submitting')} failureTitle={t('openFailed')} live="off" />
      </div>
    </Form>
  );
}

/** Fills the form from the alarm once it is loaded. An alarm that was seen meanwhile leaves the form empty. */
function FormOfAlarm({ alarmId }: { alarmId: string }) {
  const t = useText('alarms');
  const breaches = useText('breaches.form');
  const ui = useUiText();
  const { data, error } = useAlarms();
  const [now] = useState(() => Date.now());
  if (!data && !error) return <SkeletonRows rows={8} label={ui('list.loading')} />;
  const alarm = data?.find(({ id }) => id === alarmId);
  const defaults = alarm
    ? fieldsOfAlarm(alarm, { title: t(`titles.${alarm.kind}`), text: t(`texts.${alarm.kind}`) }, now)
    : newFields(now);
  return (
    <>
      <div className="mb-4 max-w-176">
        <Note live="off">{breaches('fromAlarm')}</Note>
      </div>
      <OpenBreachForm defaults={defaults} alarmId={alarmId} alarmAt={alarm?.raisedAt ?? null} />
    </>
  );
}

/** Opens a record of a data breach, by hand or from an alarm (`?alarm=`). */
export function AdminBreachNew() {
  const t = useText('breaches');
  const [params] = useUrlParams();
  const [defaults] = useState(() => newFields(Date.now()));
  const alarmId = params.get('alarm');
  const back = (
    <Button asChild variant="ghost" size="small" icon={ArrowLeft}>
      <Link to={screens.adminBreaches} className="-ml-2.5">
        {t('title')}
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={t('form.newTitle')} back={back} />
      {alarmId === null ? (
        <OpenBreachForm defaults={defaults} alarmId={null} alarmAt={null} />
      ) : (
        <FormOfAlarm key={alarmId} alarmId={alarmId} />
      )}
    </>
  );
}
