import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { classes } from '../kit/classes.ts';

export interface MenuItem {
  label: ReactNode;
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** At the right: a key, an id. */
  hint?: ReactNode;
  /** Draws a line above it. */
  apart?: boolean;
}

export const menuRow =
  'flex min-h-11 w-full items-center gap-2.5 rounded-badge px-2.5 text-left text-body outline-none select-none data-disabled:text-ink-faint data-highlighted:bg-primary-soft md:min-h-9';

/** What else can be done with a thing. The trigger is a button of its own. */
export function Menu({
  trigger,
  items,
  heading,
}: {
  trigger: ReactElement;
  items: readonly MenuItem[];
  heading?: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-48 max-w-80 animate-rise rounded-card border border-line bg-raised p-1 shadow-float"
        >
          {heading && <Radix.Label className="px-2.5 py-2 text-small text-ink-muted">{heading}</Radix.Label>}
          {items.map(({ label, icon: Icon, onSelect, danger, disabled, hint, apart }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu keep their places
            <Fragment key={place}>
              {apart && <Radix.Separator className="-mx-1 my-1 h-px bg-line" />}
              <Radix.Item
                onSelect={onSelect}
                disabled={disabled ?? false}
                className={classes(menuRow, danger && 'text-danger-text')}
              >
                {Icon && <Icon size={16} className={danger ? '' : 'text-ink-muted'} />}
                <span className="flex-1">{label}</span>
                {hint && <span className="pl-3 text-small text-ink-muted code">{hint}</span>}
              </Radix.Item>
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
