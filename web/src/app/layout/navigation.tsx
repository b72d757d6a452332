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
  /** Number of waiting items. */
  count?: number | undefined;
  /** At the bottom, opens a new tab. */
  isNewTab?: true;
}

interface NavigationProps {
  items: readonly NavigationItem[];
  home: string;
  footer?: ReactNode;
  /** Shows only icons below 1024 px. The drawer always shows labels. */
  isCollapsible: boolean;
  onNavigate?: () => void;
}

function Item({
  item,
  isCollapsible,
  onNavigate,
}: {
  item: NavigationItem;
  isCollapsible: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const { to, label, icon: Icon, count } = item;
  const isCollapsed = useMedia('(width < 64rem)');
  const link = (
    <NavLink
      to={to}
      onClick={onNavigate}
      {...(item.isNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      className={classes(
        'group relative flex min-h-9 items-center gap-2.5 rounded-card border border-transparent px-2.5 py-1.5 font-medium text-ink-muted hover:bg-bg hover:text-ink',
        'aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink',
        isCollapsible ? 'max-lg:min-h-11 max-lg:justify-center max-lg:px-0' : 'min-h-11',
      )}
    >
      <Icon size={18} className="group-aria-[current=page]:text-primary" />
      <span className={classes('min-w-0 flex-1', isCollapsible && 'max-lg:sr-only')}>{label}</span>
      {count ? (
        <span
          className={classes(
            'text-tiny text-ink-muted figures',
            isCollapsible && 'max-lg:absolute max-lg:top-0.5 max-lg:right-1',
          )}
        >
          {count}
        </span>
      ) : null}
    </NavLink>
  );
  if (!isCollapsible || !isCollapsed) return link;
  return (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  );
}

/** The area's screens. The footer shows storage, plan or version. */
export function Navigation({ items, home, footer, isCollapsible, onNavigate }: NavigationProps) {
  const t = useUiText();
  return (
    <nav aria-label={t('shell.navigation')} className="flex h-full flex-col">
      <Link
        to={home}
        onClick={onNavigate}
        className={classes(
          'flex h-14 shrink-0 items-center rounded-card px-2.5',
          isCollapsible && 'max-lg:justify-center max-lg:px-0',
        )}
      >
        <span className={isCollapsible ? 'max-lg:hidden' : ''}>
          <Wordmark />
        </span>
        <span className={isCollapsible ? 'lg:hidden' : 'hidden'}>
          <Mark />
          <span className="sr-only">{t('brand')}</span>
        </span>
      </Link>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto py-2">
        {items.map((item) => (
          <li key={item.to} className={item.isNewTab ? 'mt-auto' : ''}>
            <Item item={item} isCollapsible={isCollapsible} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
      {footer && (
        <div className={classes('px-2.5 py-4 text-tiny text-ink-muted', isCollapsible && 'max-lg:hidden')}>
          {footer}
        </div>
      )}
    </nav>
  );
}
