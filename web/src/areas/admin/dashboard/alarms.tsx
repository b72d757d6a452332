import { accessAlarmKinds } from '@medcloud/contract/choices';
import { screenPath, screens } from '@medcloud/contract/screens';
import type { Alarm, AlarmKind } from '@medcloud/contract/shapes/alarms';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { type useAlarms, useMarkAlarmSeen, useMarkAlarmUsual, useReleaseAlarm } from '../../../calls/admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** The alarms that block a person's work until an administrator handles them. */
const isBlocking = ({ kind, isHeld }: Alarm) => isHeld || kind === 'codes_burnt' || kind === 'sms_spent';

/** The alarms about an account's money or documents. */
const billingAlarms: readonly AlarmKind[] = ['center_unpaid', 'document_refused', 'payment_undecided', 'payments'];

/** The name of the account that an alarm is about; null if there is none. */
function useSubjectName({ doctor, account }: Alarm): string | null {
  const format = useFormat();
  return doctor === null ? (account?.name ?? account?.email ?? null) : format.doctor(doctor);
}

/** Shows what an alarm is about: the account, its network and browser, what was counted, and when. */
function AlarmSubject({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms');
  const name = useSubjectName(alarm);
  const { doctor, account, network, browser, system, count, raisedAt } = alarm;
  const search = doctor?.licenseNumber ?? account?.email;
  const facts = [
    account !== null && account.email !== name ? account.email : null,
    network === null ? null : t('network', { network }),
    [browser, system].filter(Boolean).join(', ') || null,
    count === null || count === 1 ? null : t('counted', { count }),
  ].filter((fact) => fact !== null);
  return (
    <p className="mt-1 wrap-anywhere text-ink-muted">
      {name !== null && (
        <>
          <span className="font-strong text-ink">{name}</span>
          {doctor && `, ${doctor.licenseNumber}`} ·{' '}
        </>
      )}
      {facts.map((fact) => (
        <Fragment key={fact}>{fact} · </Fragment>
      ))}
      {search !== undefined && (
        <>
          <Link
            to={`${screens.adminAudit}?search=${encodeURIComponent(search)}`}
            className="text-primary-text underline"
          >
            {t('auditLog')}
          </Link>{' '}
          ·{' '}
        </>
      )}
      {account !== null && billingAlarms.includes(alarm.kind) && (
        <>
          <Link to={screenPath('adminBillingAccount', { userId: account.id })} className="text-primary-text underline">
            {t('billing')}
          </Link>{' '}
          ·{' '}
        </>
      )}
      <RelativeTime at={raisedAt} />
    </p>
  );
}

interface AlarmButtonProps {
  alarm: Alarm;
  label: string;
  isPending: boolean;
  onClick: () => void;
}

/** A button whose name says which account it concerns. */
function AlarmButton({ alarm, label, isPending, onClick }: AlarmButtonProps) {
  const name = useSubjectName(alarm);
  const accessibleName = name === null || isPending ? undefined : `${label}, ${name}`;
  return (
    <Button busy={isPending} busyLabel={label} aria-label={accessibleName} onClick={onClick}>
      {label}
    </Button>
  );
}

/** Shows one alarm: what happened, to whom, what to do, and the buttons that release the account or mark it as seen. */
function AlarmNote({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms');
  const breaches = useText('breaches');
  const describeFailure = useFailure();
  const toast = useToast();
  const { kind, isHeld, seenAt } = alarm;
  const input = { params: { id: alarm.id } };
  const isPause = kind === 'codes_burnt';
  const seen = useMarkAlarmSeen({
    onSuccess: () => toast({ title: isPause ? t('resumed') : isHeld ? t('seenHeld') : t('seen') }),
  });
  const release = useReleaseAlarm({ onSuccess: () => toast({ title: t('released') }) });
  const usual = useMarkAlarmUsual({
    onSuccess: () => toast({ title: isHeld ? t('markedUsualHeld') : t('markedUsual') }),
  });
  const error = release.error ?? seen.error ?? usual.error;
  const buttons = [
    ...(isHeld ? [{ label: t('release'), mutation: release, onClick: () => release.mutate(input) }] : []),
    ...(seenAt === null && accessAlarmKinds.includes(kind)
      ? [{ label: t('usual'), mutation: usual, onClick: () => usual.mutate(input) }]
      : []),
    ...(seenAt === null
      ? [{ label: isPause ? t('resume') : t('markSeen'), mutation: seen, onClick: () => seen.mutate(input) }]
      : []),
  ];
  const areBelow = isHeld || buttons.length > 1;
  const openBreach = (
    <Button asChild variant="ghost">
      <Link to={`${screens.adminBreachNew}?alarm=${alarm.id}`}>{breaches('openFromAlarm')}</Link>
    </Button>
  );
  const actions = buttons.map(({ label, mutation, onClick }) => (
    <AlarmButton key={label} alarm={alarm} label={label} isPending={mutation.isPending} onClick={onClick} />
  ));
  return (
    <Note
      variant={isBlocking(alarm) ? 'danger' : 'warning'}
      live="off"
      title={t(`titles.${kind}`)}
      actions={
        !areBelow && (
          <>
            {openBreach}
            {actions}
          </>
        )
      }
    >
      {t(`texts.${kind}`)} {isHeld && t('heldText')} {t(`advice.${kind}`)}
      <AlarmSubject alarm={alarm} />
      {error && (
        <p role="alert" className="mt-1 text-danger-text">
          {describeFailure(error)}
        </p>
      )}
      {areBelow && (
        // three buttons beside the text would leave it too narrow
        <div className="mt-2 flex flex-wrap gap-2">
          {actions}
          {openBreach}
        </div>
      )}
    </Note>
  );
}

/** Lists possible misuse that no administrator has seen yet. Renders nothing without alarms. */
export function Alarms({ alarms }: { alarms: ReturnType<typeof useAlarms> }) {
  const t = useText('alarms');
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
