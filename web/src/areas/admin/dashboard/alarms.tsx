import { screens } from '@medcloud/contract/screens';
import type { Alarm } from '@medcloud/contract/shapes/alarms';
import { Link } from 'react-router';
import { type useAlarms, useMarkAlarmSeen } from '../../../calls/admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** The alarms that block a person's work until an administrator handles them. */
const blockingKinds: readonly Alarm['kind'][] = ['codes_burnt', 'sms_spent'];

function AlarmSubject({ alarm: { doctor, center, raisedAt } }: { alarm: Alarm }) {
  const t = useText('operations.alarms');
  const format = useFormat();
  return (
    <p className="mt-1 text-ink-muted">
      {doctor && (
        <>
          <span className="font-strong text-ink">{format.doctor(doctor)}</span>, {doctor.licenseNumber} ·{' '}
          <Link
            to={`${screens.adminAudit}?search=${encodeURIComponent(doctor.licenseNumber)}`}
            className="text-primary-text underline"
          >
            {t('auditLog')}
          </Link>{' '}
          ·{' '}
        </>
      )}
      {center && <span className="font-strong text-ink">{center.name} · </span>}
      <RelativeTime at={raisedAt} />
    </p>
  );
}

/** Shows one alarm: what happened, who caused it, and the button that marks it as seen. */
function AlarmNote({ alarm }: { alarm: Alarm }) {
  const t = useText('operations.alarms');
  const breaches = useText('breaches');
  const describeFailure = useFailure();
  const format = useFormat();
  const toast = useToast();
  const isPause = alarm.kind === 'codes_burnt';
  const mutation = useMarkAlarmSeen({
    onSuccess: () => toast({ title: isPause ? t('resumed') : t('seen') }),
  });
  const label = isPause ? t('resume') : t('markSeen');
  const name = alarm.doctor ? format.doctor(alarm.doctor) : (alarm.center?.name ?? null);
  return (
    <Note
      variant={blockingKinds.includes(alarm.kind) ? 'danger' : 'warning'}
      live="off"
      title={t(`${alarm.kind}`)}
      actions={
        <>
          <Button asChild variant="ghost">
            <Link to={`${screens.adminBreachNew}?alarm=${alarm.id}`}>{breaches('openFromAlarm')}</Link>
          </Button>
          <Button
            busy={mutation.isPending}
            busyLabel={label}
            aria-label={name === null || mutation.isPending ? undefined : `${label}, ${name}`}
            onClick={() => mutation.mutate({ params: { id: alarm.id } })}
          >
            {label}
          </Button>
        </>
      }
    >
      {t(`${alarm.kind}_text`)}
      <AlarmSubject alarm={alarm} />
      {mutation.error && (
        <p role="alert" className="mt-1 text-danger-text">
          {describeFailure(mutation.error)}
        </p>
      )}
    </Note>
  );
}

/** Lists possible misuse that no administrator has seen yet. Renders nothing without alarms. */
export function Alarms({ alarms }: { alarms: ReturnType<typeof useAlarms> }) {
  const t = useText('operations.alarms');
  const format = useFormat();
  const { data, error } = alarms;
  if (error)
    return (
      <div className="mb-5">
        <ApiErrorState title={t('failed')} query={alarms} />
      </div>
    );
  if (!data || data.length === 0) return null;
  return (
    <section className="mb-7">
      <h2 className="mb-3 text-h2">
        {t('title')} <span className="font-normal text-ink-muted figures">{format.number(data.length)}</span>
      </h2>
      <ul className="grid gap-3">
        {data.map((alarm) => (
          <li key={alarm.id}>
            <AlarmNote alarm={alarm} />
          </li>
        ))}
      </ul>
    </section>
  );
}
