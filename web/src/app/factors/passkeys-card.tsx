import type { AccountSecurity } from '@medcloud/contract/shapes/factors';
import type { Passkey } from '@medcloud/contract/shapes/passkeys';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Badge } from '../../ui/data/badge.tsx';
import { RelativeTime } from '../../ui/data/relative-time.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PasskeyElsewhere } from '../passkey/passkey-elsewhere.tsx';
import { usePasskeySite } from '../passkey/use-passkey-site.ts';

const AddPasskeyDialog = lazyComponent(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog);
const RenamePasskeyDialog = lazyComponent(
  async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
);
const RemovePasskeyDialog = lazyComponent(
  async () => (await import('./remove-passkey-dialog.tsx')).RemovePasskeyDialog,
);

/** As the server limits them. */
const maxPasskeys = 20;

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const t = useText('account/factors.passkeys');
  const format = useFormat();
  const { name, synced, createdAt, lastUsedAt, suspect } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-strong wrap-anywhere">
          {name}
          {suspect && <Badge variant="bad">{t('suspect')}</Badge>}
        </p>
        <p className="text-small text-ink-muted">
          {t(synced ? 'synced' : 'bound')}
          {'\u00a0· '}
          {t('made', { day: format.date(createdAt) })}
          {'\u00a0· '}
          {lastUsedAt === null ? (
            t('unused')
          ) : (
            <>
              {t('used')} <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
        {suspect && <p className="mt-1 text-small text-danger-text">{t('suspectText')}</p>}
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={t('renameOne', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button size="small" variant="dangerOutline" aria-label={t('removeOne', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}

/** What a passkey is for. Without any factor, that the password alone protects the account. */
function NoPasskeys({ isAlone }: { isAlone: boolean }) {
  const t = useText('account/factors');
  if (!isAlone) return <p className="text-body text-ink-muted">{t('passkeys.noneText')}</p>;
  return (
    <div className="flex gap-3">
      <ShieldAlert size={20} className="mt-px shrink-0 text-warning-text" />
      <div>
        <p className="text-body font-strong">{t('security.none')}</p>
        <p className="mt-0.5 text-body text-ink-muted">{t('passkeys.noneText')}</p>
      </div>
    </div>
  );
}

interface PasskeysCardProps {
  security: AccountSecurity;
  /** The first factor created recovery codes. */
  onCodes: (codes: readonly string[]) => void;
}

/** Lists the account's passkeys, adds, renames and removes them. */
export function PasskeysCard({ security: { passkeys, totp }, onCodes }: PasskeysCardProps) {
  const t = useText('account/factors.passkeys');
  const site = usePasskeySite();
  const [open, setOpen] = useState<{ act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const close = () => setOpen(null);
  const isFull = passkeys.length >= maxPasskeys;
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-4">
        {passkeys.length === 0 ? (
          <NoPasskeys isAlone={totp === null} />
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setOpen({ act: 'rename', passkey })}
                onRemove={() => setOpen({ act: 'remove', passkey })}
              />
            ))}
          </ul>
        )}
        {site.at === 'elsewhere' && <PasskeyElsewhere url={site.url} />}
        {site.at === 'here' && (
          <Button
            variant={passkeys.length === 0 && totp === null ? 'primary' : 'quiet'}
            className="self-start max-sm:w-full"
            reason={isFull ? t('full') : undefined}
            onClick={() => setOpen({ act: 'add' })}
          >
            {t('add')}
          </Button>
        )}
      </div>
      {open?.act === 'add' && <AddPasskeyDialog onClose={close} onCodes={onCodes} />}
      {open?.act === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.act === 'remove' && (
        <RemovePasskeyDialog passkey={open.passkey} isLast={passkeys.length === 1 && totp === null} onClose={close} />
      )}
    </Card>
  );
}
