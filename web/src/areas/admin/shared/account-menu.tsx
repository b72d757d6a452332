import { Ban, Ellipsis, LogOut, type LucideIcon, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { adminActsText } from '../../../text/admin-acts.ts';
import { useText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { later } from '../../../ui/feedback/later.tsx';
import { type AccountAct, actsOn, type ManagedAccount } from './account-acts.ts';

const ActDialog = later(async () => (await import('./account-act-dialog.tsx')).AccountActDialog);

const icons: Record<AccountAct, LucideIcon> = {
  suspend: Ban,
  reinstate: RotateCcw,
  disable: Ban,
  enable: RotateCcw,
  endSessions: LogOut,
};

/** What an administrator can do with an account: nothing where there is nothing. */
export function AccountMenu({ account }: { account: ManagedAccount }) {
  const t = useText(adminActsText);
  const [chosen, setChosen] = useState<AccountAct | null>(null);
  const items = actsOn(account).map((act) => ({
    label: t(`${act}.item`),
    icon: icons[act],
    danger: act === 'suspend' || act === 'disable',
    onSelect: () => setChosen(act),
  }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row around it opens on a press; what is pressed here is no press on the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row takes keys only on itself
    <span onClick={(event) => event.stopPropagation()}>
      {items.length > 0 && (
        <Menu
          items={items}
          trigger={<IconButton icon={Ellipsis} label={t('moreOf', { name: account.name })} tooltip={false} />}
        />
      )}
      {chosen && <ActDialog account={account} act={chosen} onClose={() => setChosen(null)} />}
    </span>
  );
}
