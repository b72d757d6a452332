import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAuditEvents, useAuditExport } from '../../../calls/audit.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { type AuditAddress, useAuditAddress } from './audit-address.ts';
import { AuditList } from './audit-list.tsx';
import { AuditStateLine } from './audit-state.tsx';

const AuditSheet = lazyComponent(async () => (await import('./audit-sheet.tsx')).AuditSheet);

function ExportButton({ address: { filter } }: { address: AuditAddress }) {
  const t = useText('audit');
  const download = useAuditExport();
  const [busy, setBusy] = useState(false);
  const startExport = () => {
    setBusy(true);
    void download(filter).finally(() => setBusy(false));
  };
  return (
    <Tooltip text={t('exportHint')}>
      <Button icon={Download} onClick={startExport} busy={busy}>
        {t('export')}
      </Button>
    </Tooltip>
  );
}

/** Shows the audit log: who did what to whose data, and how far the entries are chained and signed. */
export function AdminAudit() {
  const t = useText('audit');
  const address = useAuditAddress();
  const list = useAuditEvents(address.filter);
  const open = list.rows?.find(({ id }) => id === address.openId);
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={<ExportButton address={address} />} />
      <div className="mb-4">
        <AuditStateLine />
      </div>
      <AuditList address={address} list={list} />
      {open && <AuditSheet key={open.id} entry={open} onFollow={address.follow} onClose={() => address.open(null)} />}
    </>
  );
}
