import { screens } from '@medcloud/contract/screens';
import { Ban, Ellipsis, LogOut, type LucideIcon, RotateCcw, ScanEye } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../../ui/actions/menu.tsx';
import { RowButtons } from '../../../../ui/actions/row-buttons.tsx';
import { type AccountAction, listAccountActions, type ManagedAccount } from './account-actions.ts';

const ActionDialog = lazyComponent(async () => (await import('./account-action-dialog.tsx')).AccountActionDialog);

const icons: Record<AccountAction, LucideIcon> = {
  suspend: Ban,
  reinstate: RotateCcw,
  disable: Ban,
  enable: RotateCcw,
  revokeSessions: LogOut,
};

interface AccountMenuProps {
  account: ManagedAccount;
  /** Further items, of the screen. */
  more?: ComponentProps<typeof Menu>['items'];
}

/** Shows the menu of an account's access report and actions. Renders nothing if it has neither. */
export function AccountMenu({ account, more = [] }: AccountMenuProps) {
  const t = useText('admin.accounts');
  const [chosen, setChosen] = useState<AccountAction | null>(null);
  const navigate = useNavigate();
  const { reportSubject } = account;
  const actions = listAccountActions(account).map((action) => ({
    label: t(`${action}.item`),
    icon: icons[action],
    isDangerous: action === 'suspend' || action === 'disable',
    onSelect: () => setChosen(action),
  }));
  const report = {
    label: t('report'),
    icon: ScanEye,
    onSelect: () =>
      void navigate(`${screens.adminAccessReport}?${new URLSearchParams({ subject: reportSubject ?? '' })}`),
  };
  const items = [...(reportSubject === undefined ? [] : [report]), ...actions, ...more];
  return (
    <RowButtons>
      {items.length > 0 && (
        <Menu
          items={items}
          trigger={<IconButton icon={Ellipsis} label={t('moreOf', { name: account.name })} hasTooltip={false} />}
        />
      )}
      {chosen && <ActionDialog account={account} action={chosen} onClose={() => setChosen(null)} />}
    </RowButtons>
  );
}
