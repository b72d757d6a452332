import { makeApiToken } from '@medcloud/contract/routes/account';
import { centerOverview } from '@medcloud/contract/routes/billing';
import { changePatientViewing, dashboard } from '@medcloud/contract/routes/medical-center';
import { useSession } from '../../app/session/session.tsx';
import { useMay } from '../../app/session/use-may.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useTheme } from '../../lib/theme/use-theme.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSpecialization } from '../../text/specialization.ts';
import { EmailAddress } from '../../ui/data/email-address.tsx';
import { Facts } from '../../ui/data/facts.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/radio-cards.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Languages } from './languages.tsx';
import { NotificationsLink } from './notifications-link.tsx';
import { SecurityLink } from './security-link.tsx';

export { AccountNotifications } from './notifications/notifications.tsx';

const ChangePasswordForm = lazyComponent(
  async () => (await import('../../app/session/change-password-form.tsx')).ChangePasswordForm,
  <div aria-hidden="true" className="h-80" />,
);

const CenterSubscription = lazyComponent(async () => (await import('./center-subscription.tsx')).CenterSubscription);

const PatientViewing = lazyComponent(async () => (await import('./patient-viewing.tsx')).PatientViewing);

const ApiTokens = lazyComponent(async () => (await import('./api-tokens.tsx')).ApiTokens);

const MemberRoles = lazyComponent(async () => (await import('./member-roles.tsx')).MemberRoles);

function Identity() {
  const { user, medicalCenter, doctor, member } = useSession();
  const may = useMay();
  const t = useText('auth');
  const ui = useUiText();
  const format = useFormat();
  const specialization = useSpecialization();
  if (!user) return null;
  const center = medicalCenter && [
    { label: t('account.center'), value: medicalCenter.name },
    { label: ui('field.centerId'), value: <span className="code">{medicalCenter.centerId}</span> },
    ...(may(dashboard) && may(centerOverview)
      ? [{ label: ui('field.subscription'), value: <CenterSubscription /> }]
      : []),
  ];
  const person = doctor && [
    { label: t('account.name'), value: format.doctor(doctor) },
    { label: ui('field.license'), value: <span className="code">{doctor.licenseNumber}</span> },
    { label: ui('field.specialization'), value: specialization(doctor.specialization) },
  ];
  const role = member ? <MemberRoles roles={member.roles} /> : ui(`role.${user.role}`);
  const facts = [
    ...(member ? [{ label: t('account.name'), value: member.displayName }] : []),
    { label: t('account.role'), value: role },
    ...(center ?? person ?? []),
    { label: ui('field.email'), value: <EmailAddress address={user.email} /> },
  ];
  return (
    <Card title={t('account.you')}>
      <Facts facts={facts} />
    </Card>
  );
}

function Display() {
  const t = useText('auth');
  const [theme, chooseTheme] = useTheme();
  return (
    <Card title={t('account.display')}>
      <Field label={t('account.theme')}>
        <RadioList
          label={t('account.theme')}
          value={theme}
          onChange={(value) => chooseTheme(value === 'dark' ? 'dark' : 'light')}
          options={[
            { value: 'light', title: t('account.light') },
            { value: 'dark', title: t('account.dark') },
          ]}
        />
      </Field>
    </Card>
  );
}

/** Shows the account's user, password, languages and appearance, and leads to its security. */
export function Account() {
  const { user } = useSession();
  const may = useMay();
  const t = useText('auth');
  const tLayout = useText('frame');
  return (
    <>
      <title>{`${t('account.title')} · MedCloud`}</title>
      <PageHeader title={t('account.title')} />
      <div className="flex max-w-180 flex-col gap-4">
        {user?.mustChangePassword && (
          <Note variant="warning" title={tLayout('mustChange.firstTitle')}>
            {user.role === 'admin' ? tLayout('mustChange.textAdmin') : t('account.mustText')}
          </Note>
        )}
        <Card title={tLayout('mustChange.change')}>
          <ChangePasswordForm />
        </Card>
        <SecurityLink />
        {user?.role === 'doctor' && <NotificationsLink />}
        <Identity />
        <Languages />
        <Display />
        {user?.role === 'medical_center' && may(changePatientViewing) && <PatientViewing />}
        {user && user.role !== 'admin' && may(makeApiToken) && <ApiTokens />}
      </div>
    </>
  );
}
