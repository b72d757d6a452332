import { Ban } from 'lucide-react';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Badge } from '../../../../ui/data/badge.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import type { ManagedAccount } from './account-actions.ts';

type AccountState = Pick<ManagedAccount, 'doctor' | 'disabled'>;

/** Shows Suspended or Disabled. Renders nothing for any other account. */
export function DisabledBadge({ account: { doctor, disabled } }: { account: AccountState }) {
  const t = useText('admin.accounts');
  if (!disabled) return null;
  return (
    <Badge variant="bad" icon={Ban}>
      {t(doctor ? 'suspended' : 'disabled')}
    </Badge>
  );
}

/** Shows since when an account is disabled or suspended, and the reason. */
export function DisabledNote({ account: { doctor, disabled } }: { account: AccountState }) {
  const t = useText('admin.accounts');
  const format = useFormat();
  if (!disabled) return null;
  const date = format.date(disabled.since);
  return (
    <Note variant="danger" title={t(doctor ? 'suspendedSince' : 'disabledSince', { date })} live="off">
      {disabled.reason !== null && <span className="whitespace-pre-line wrap-anywhere">{disabled.reason}</span>}
    </Note>
  );
}
