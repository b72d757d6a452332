import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { classes } from '../../lib/classes.ts';
import { useMedia } from '../../lib/media.ts';
import { useUiText } from '../../text/language.tsx';
import { Mark, Wordmark } from '../../ui/layout/mark.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';

export interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
  /** What waits there. */
  count?: number | undefined;
  /** At the foot, opening a tab of its own. */
  apart?: true;
}

interface NavigationProps {
  items: readonly NavigationItem[];
  home: string;
  foot?: ReactNode;
  /** Icons only below 1024; the drawer always has its words. */
  folds: boolean;
  onGo?: () => void;
}

function Item({ item, folds, onGo }: { item: NavigationItem; folds: boolean; onGo: (() => void) | undefined }) {
  const { to, label, icon: Icon, count } = item;
  const folded = useMedia('(width < 64rem)');
  const link = (
    <NavLink
      to={to}
      onClick={onGo}
      {...(item.apart ? { target: '_blank', rel: 'noopener' } : {})}
      className={classes(
        'group relative flex min-h-9 items-center gap-2.5 rounded-card border border-transparent px-2.5 py-1.5 font-medium text-ink-muted hover:bg-bg hover:text-ink',
        'aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink',
        folds ? 'max-lg:min-h-11 max-lg:justify-center max-lg:px-0' : 'min-h-11',
      )}
    >
      <Icon size={18} className="group-aria-[current=page]:text-primary" />
      <span className={classes('min-w-0 flex-1', folds && 'max-lg:sr-only')}>{label}</span>
      {count ? (
        <span
          className={classes(
            'text-tiny text-ink-muted figures',
            folds && 'max-lg:absolute max-lg:top-0.5 max-lg:right-1',
          )}
        >
          {count}
        </span>
      ) : null}
    </NavLink>
  );
  if (!folds || !folded) return link;
  return (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  );
}

/** The area's screens. The foot says what is used up: storage, plan, version. */
export function Navigation({ items, home, foot, folds, onGo }: NavigationProps) {
  const t = useUiText();
  return (
    <nav aria-label={t('shell.navigation')} className="flex h-full flex-col">
      <Link
        to={home}
        onClick={onGo}
        className={classes(
          'flex h-14 shrink-0 items-center rounded-card px-2.5',
          folds && 'max-lg:justify-center max-lg:px-0',
        )}
      >
        <span className={folds ? 'max-lg:hidden' : ''}>
          <Wordmark />
        </span>
        <span className={folds ? 'lg:hidden' : 'hidden'}>
          <Mark />
          <span className="sr-only">{t('brand')}</span>
        </span>
      </Link>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto py-2">
        {items.map((item) => (
          <li key={item.to} className={item.apart ? 'mt-auto' : ''}>
            <Item item={item} folds={folds} onGo={onGo} />
          </li>
        ))}
      </ul>
      {foot && <div className={classes('px-2.5 py-4 text-tiny text-ink-muted', folds && 'max-lg:hidden')}>{foot}</div>}
    </nav>
  );
}
