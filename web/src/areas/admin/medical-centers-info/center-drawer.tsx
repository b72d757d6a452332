import type { MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { CalendarClock, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMedicalCenter } from '../../../calls/admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { QuotaBar } from '../../../ui/data/quota-bar.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Sheet, SheetSection } from '../../../ui/overlays/sheet.tsx';
import { accountOfCenter } from '../shared/accounts/account-actions.ts';
import { AccountMenu } from '../shared/accounts/account-menu.tsx';
import { DisabledNote } from '../shared/accounts/disabled-account.tsx';
import { CenterFigures, useContactFacts, useDateFacts } from './center-card.tsx';
import { CenterStatus } from './center-status.tsx';
import { NotBilled } from './not-billed.tsx';

const EditCenter = lazyComponent(async () => (await import('./edit-center.tsx')).EditCenter);

interface CenterProps {
  center: MedicalCenterDetails;
}

function Contact({ center }: CenterProps) {
  const t = useText('admin.lists');
  const admin = useText('admin');
  const format = useFormat();
  const more = [
    { label: t('centers.number'), value: <span className="figures">{format.number(center.number)}</span> },
    { label: admin('approve.userId'), value: <span className="code wrap-anywhere">{center.userId}</span> },
  ];
  return <Facts facts={[...useContactFacts(center), ...more]} />;
}

function Subscription({ center }: CenterProps) {
  const ui = useUiText();
  const status = { label: ui('field.status'), value: <CenterStatus status={center.subscriptionStatus} /> };
  return (
    <>
      <Facts facts={[status, ...useDateFacts(center)]} />
      <NotBilled center={center} />
    </>
  );
}

function Storage({ center }: CenterProps) {
  const t = useText('admin.lists');
  const frame = useText('frame');
  const plan = useText('admin');
  const format = useFormat();
  const { storageUsed, quotaBytes } = center;
  const used = format.size(storageUsed);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-strong">{plan(`center.${center.plan}`)}</span>
        <span className="figures">
          {quotaBytes === null
            ? t('info.noLimit', { used })
            : frame('uploads.storage.of', { used, quota: format.planSize(quotaBytes) })}
        </span>
      </p>
      <QuotaBar label={t('info.storageUsed')} usedBytes={storageUsed} quotaBytes={quotaBytes} />
      {quotaBytes !== null && storageUsed > quotaBytes && (
        <Note variant="warning" live="off">
          {t('info.full')}
        </Note>
      )}
    </div>
  );
}

function Details({ center }: CenterProps) {
  const ui = useUiText();
  const admin = useText('admin');
  return (
    <>
      {center.disabled && (
        <SheetSection>
          <DisabledNote account={accountOfCenter(center)} />
        </SheetSection>
      )}
      <SheetSection>
        <Contact center={center} />
      </SheetSection>
      <SheetSection title={ui('field.subscription')}>
        <Subscription center={center} />
      </SheetSection>
      <SheetSection title={admin('center.planAndStorage')}>
        <Storage center={center} />
      </SheetSection>
      <SheetSection>
        <CenterFigures center={center} isNarrow />
      </SheetSection>
    </>
  );
}

function LoadState({ query }: { query: ReturnType<typeof useMedicalCenter> }) {
  const t = useText('admin.lists');
  const ui = useUiText();
  const { error, isFetching, refetch } = query;
  if (!error) return <SkeletonRows rows={6} label={ui('list.loading')} />;
  return <ApiErrorState title={t('info.failedOne')} query={{ error, isFetching, refetch }} />;
}

interface CenterDrawerProps {
  id: string;
  /** The center if the list has already loaded it. Otherwise the drawer loads it. */
  listedCenter: MedicalCenterDetails | undefined;
  onManage: (center: MedicalCenterDetails) => void;
  onClose: () => void;
}

/** Shows one center's details beside the list, with the buttons that change it. */
export function CenterDrawer({ id, listedCenter, onManage, onClose }: CenterDrawerProps) {
  const t = useText('admin.lists');
  const admin = useText('admin');
  const ui = useUiText();
  const [isEditing, setEditing] = useState(false);
  const query = useMedicalCenter(listedCenter ? null : id);
  const center = listedCenter ?? query.data?.medicalCenter;
  const actions = center && (
    <>
      <Button size="small" variant="primary" icon={Pencil} onClick={() => setEditing(true)}>
        {ui('action.edit')}
      </Button>
      <Button
        size="small"
        icon={CalendarClock}
        shortLabel={admin('users.manageShort')}
        onClick={() => onManage(center)}
      >
        {admin('subscription.title')}
      </Button>
      <AccountMenu account={accountOfCenter(center)} />
    </>
  );
  const centerId = center && (
    <>
      <span className="code">{center.centerId}</span>
      <CopyButton value={center.centerId} label={admin('credentials.copyCenterId')} />
    </>
  );
  return (
    <Sheet title={center?.name ?? t('info.details')} subtitle={centerId} actions={actions} onClose={onClose}>
      {center ? (
        <Details center={center} />
      ) : (
        <SheetSection>
          <LoadState query={query} />
        </SheetSection>
      )}
      {center && isEditing && <EditCenter center={center} onClose={() => setEditing(false)} />}
    </Sheet>
  );
}
