import { limits } from '@medcloud/contract/limits';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useAuditState } from '../../../calls/audit.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

/** Shows how far the audit log is chained and signed, as the server reports it now. */
export function AuditStateLine() {
  const t = useText('audit');
  const format = useFormat();
  const { data: state, error } = useAuditState();
  if (error)
    return (
      <Note variant="warning" live="off">
        {t('state.failed')}
      </Note>
    );
  if (!state) return <span className="block h-5.5" />;
  if (state.unsealedMs >= limits.chainingLateMs || state.unsignedMs >= limits.signatureLateMs)
    return (
      <Note variant="warning" title={t('state.late')} live="off">
        {t('state.lateText')}
      </Note>
    );
  const { signed } = state;
  if (signed === null) return <Badge icon={ShieldAlert}>{t('state.unsigned')}</Badge>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-muted">
      <Badge variant="ok" icon={ShieldCheck}>
        <span className="figures">{t('state.signed', { record: signed.record })}</span>
      </Badge>
      <span>{t('state.signedAt', { date: format.dateTime(signed.at) })}</span>
    </p>
  );
}
