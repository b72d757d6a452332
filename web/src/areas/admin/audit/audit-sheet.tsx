import { screens } from '@medcloud/contract/screens';
import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { Ban, ScanEye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { Sheet, SheetSection } from '../../../ui/overlays/sheet.tsx';
import { useEventName } from '../shared/event-name.ts';
import { OutcomeBadge, useActorName } from './audit-labels.tsx';

const RevokeAccessDialog = lazyComponent(async () => (await import('./revoke-access-dialog.tsx')).RevokeAccessDialog);

function Code({ children }: { children: string }) {
  return <span className="code wrap-anywhere">{children}</span>;
}

const optionalFact = (label: string, value: ReactNode) =>
  value === null || value === undefined ? [] : [{ label, value }];

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const t = useText('audit');
  const format = useFormat();
  const actor = useActorName();
  const { center, patient, object, session, network, grant, requestId, record } = entry;
  return (
    <Facts
      facts={[
        { label: t('entry.actor'), value: actor(entry) },
        ...optionalFact(t('entry.account'), entry.actor.email),
        ...optionalFact(t('entry.center'), center && `${center.name} (${center.centerId})`),
        ...optionalFact(t('entry.patient'), patient && <Code>{patient.patientId ?? patient.id}</Code>),
        ...optionalFact(t('entry.object'), object && <Code>{`${object.kind} ${object.id}`}</Code>),
        ...optionalFact(t('entry.session'), session && <Code>{session}</Code>),
        ...optionalFact(t('entry.network'), network && <Code>{network}</Code>),
        ...optionalFact(t('entry.grant'), grant && <Code>{grant}</Code>),
        ...optionalFact(t('entry.request'), requestId && <Code>{requestId}</Code>),
        {
          label: t('entry.record'),
          value: record === null ? t('entry.waiting') : <span className="figures">{format.number(record)}</span>,
        },
      ]}
    />
  );
}

/** Shows that the entry's grant is still active and offers to revoke it. The facts above show the grant's id. */
function ActiveGrant({ grant }: { grant: string }) {
  const t = useText('audit');
  const [isRevoking, setRevoking] = useState(false);
  return (
    <SheetSection title={t('entry.activeGrant')}>
      <p className="mb-2 text-ink-muted">{t('entry.activeGrantText')}</p>
      <Button size="small" icon={Ban} onClick={() => setRevoking(true)}>
        {t('entry.revokeGrant')}
      </Button>
      {isRevoking && <RevokeAccessDialog grant={grant} onClose={() => setRevoking(false)} />}
    </SheetSection>
  );
}

function EntryDetails({ details }: Pick<AuditEntry, 'details'>) {
  const t = useText('audit');
  const facts = Object.entries(details).map(([key, value]) => ({
    label: <Code>{key}</Code>,
    value: <Code>{String(value)}</Code>,
  }));
  if (facts.length === 0) return null;
  return (
    <SheetSection title={t('entry.details')}>
      <Facts facts={facts} />
    </SheetSection>
  );
}

/** Links to all entries of the same session, account, patient, center or object. */
function RelatedSearches({ entry, onFollow }: { entry: AuditEntry; onFollow: (identifier: string) => void }) {
  const t = useText('audit');
  const { session, actor, patient, center, object } = entry;
  const links = [
    { label: t('entry.ofSession'), to: session },
    { label: t('entry.ofAccount'), to: actor.userId },
    { label: t('entry.ofPatient'), to: patient && (patient.patientId ?? patient.id) },
    { label: t('entry.ofCenter'), to: center?.centerId ?? null },
    { label: t('entry.ofObject'), to: object?.kind === 'exam' ? object.id : null },
  ];
  if (links.every(({ to }) => to === null)) return null;
  return (
    <SheetSection title={t('entry.all')}>
      <div className="flex flex-wrap gap-2">
        {links.map(
          ({ label, to }) =>
            to !== null && (
              <Button key={label} size="small" onClick={() => onFollow(to)}>
                {label}
              </Button>
            ),
        )}
        {patient?.patientId && (
          <Button asChild size="small" icon={ScanEye}>
            <Link
              to={`${screens.adminAccessReport}?${new URLSearchParams({ subject: `patient:${patient.patientId}` })}`}
            >
              {t('entry.report')}
            </Link>
          </Button>
        )}
      </div>
    </SheetSection>
  );
}

interface AuditSheetProps {
  entry: AuditEntry;
  onFollow: (identifier: string) => void;
  onClose: () => void;
}

/** Shows one entry beside the list, with everything that the audit log stores about it. */
export function AuditSheet({ entry, onFollow, onClose }: AuditSheetProps) {
  const name = useEventName();
  const format = useFormat();
  const subtitle = (
    <span className="flex flex-wrap items-center gap-2">
      <OutcomeBadge entry={entry} />
      <time dateTime={entry.at} className="text-small text-ink-muted figures">
        {format.exact(entry.at)}
      </time>
    </span>
  );
  return (
    <Sheet title={name(entry.event)} subtitle={subtitle} onClose={onClose}>
      <SheetSection>
        <EntryFacts entry={entry} />
      </SheetSection>
      {entry.grant !== null && entry.grantLives && <ActiveGrant grant={entry.grant} />}
      <EntryDetails details={entry.details} />
      <RelatedSearches entry={entry} onFollow={onFollow} />
    </Sheet>
  );
}
