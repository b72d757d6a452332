import { LogOut, Menu as MenuIcon, Moon, Search, Sun, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTheme } from '../../lib/theme/use-theme.ts';
import { useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Kbd } from '../../ui/actions/kbd.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import type { MenuItem } from '../../ui/actions/menu-items.ts';
import { ThemeSwitch } from '../../ui/actions/theme-switch.tsx';

export interface HeaderProps {
  name: string;
  /** Beside the name from 1024 px: specialization, center id or role. */
  detail?: ReactNode;
  onLogOut: () => void;
  /** Opens the palette. Without it the header has no search. */
  onPalette?: (() => void) | undefined;
  /** Opens the account page when the name is pressed. */
  onAccount?: (() => void) | undefined;
  onMenu: () => void;
}

function AccountMenu({ name, onLogOut, onAccount, onPalette }: HeaderProps) {
  const t = useUiText();
  const [theme, setTheme] = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  const items: MenuItem[] = [
    ...(onPalette ? [{ label: t('shell.palette'), icon: Search, onSelect: onPalette }] : []),
    ...(onAccount ? [{ label: t('shell.account'), icon: User, onSelect: onAccount }] : []),
    {
      label: t(otherTheme === 'dark' ? 'shell.toDark' : 'shell.toLight'),
      icon: otherTheme === 'dark' ? Moon : Sun,
      onSelect: () => setTheme(otherTheme),
    },
    { label: t('shell.logOut'), icon: LogOut, onSelect: onLogOut, hasSeparator: true },
  ];
  return (
    <Menu
      heading={name}
      items={items}
      trigger={<IconButton icon={User} label={t('shell.accountOf', { name })} hasTooltip={false} className="-mr-2.5" />}
    />
  );
}

function PaletteButton({ onPalette }: { onPalette: () => void }) {
  const t = useUiText();
  return (
    <button
      type="button"
      onClick={onPalette}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 w-75 min-w-32 shrink-9 items-center gap-2 rounded-card border border-line bg-bg px-2.5 text-small text-ink-muted hover:border-line-mid hover:text-ink max-md:hidden"
    >
      <Search size={16} />
      <span className="flex-1 truncate text-left">{t('shell.palette')}</span>
      <Kbd>Ctrl K</Kbd>
    </button>
  );
}

/** The header, 56 px high: the user's name and global controls. Below 768 px the account menu has theme and log out. */
export function Header(props: HeaderProps) {
  const { name, detail, onLogOut, onPalette, onAccount, onMenu } = props;
  const t = useUiText();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-4 md:px-6 lg:px-8">
      <IconButton
        icon={MenuIcon}
        label={t('shell.openNavigation')}
        onClick={onMenu}
        hasTooltip={false}
        className="-ml-2.5 md:hidden"
      />
      <p className="mr-auto flex min-w-0 items-baseline gap-3 md:max-w-2/5 md:shrink-0">
        {onAccount ? (
          <button
            type="button"
            onClick={onAccount}
            title={t('shell.account')}
            className="truncate rounded-check font-strong max-md:text-[0.9375rem] hover:text-primary-text"
          >
            {name}
          </button>
        ) : (
          <span className="truncate font-strong max-md:text-[0.9375rem]">{name}</span>
        )}
        {detail && <span className="shrink-0 text-small text-ink-muted max-lg:hidden">{detail}</span>}
      </p>
      {onPalette && <PaletteButton onPalette={onPalette} />}
      <LanguageSwitch />
      <span className="flex items-center gap-1 max-md:hidden">
        <ThemeSwitch />
        <Button variant="ghost" size="small" icon={LogOut} onClick={onLogOut} className="-mr-2.5 text-ink!">
          {t('shell.logOut')}
        </Button>
      </span>
      <span className="md:hidden">
        <AccountMenu {...props} />
      </span>
    </header>
  );
}
