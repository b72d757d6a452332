import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, useEffect, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import type { MenuProps } from './menu-items.ts';

const menuRow =
  'flex min-h-11 w-full items-center gap-2.5 rounded-badge px-2.5 text-left text-body outline-none select-none data-disabled:text-ink-faint data-highlighted:bg-primary-soft md:min-h-9';

/** Focuses the first item of a menu that a key opened before it loaded. Radix does not know about that key. */
function useFirstItemFocus(isEnabled: boolean) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isEnabled) return;
    // after Radix, which focuses the menu itself
    const frame = requestAnimationFrame(() => {
      content.current?.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isEnabled]);
  return content;
}

/** The menu, first open. `openedBy` is what opened it before it was loaded. */
export function LazyMenu({ trigger, items, heading, openedBy }: MenuProps & { openedBy: 'key' | 'pointer' }) {
  const content = useFirstItemFocus(openedBy === 'key');
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-48 max-w-80 animate-rise rounded-card border border-line bg-raised p-1 shadow-float"
        >
          {heading && <Radix.Label className="px-2.5 py-2 text-small text-ink-muted">{heading}</Radix.Label>}
          {items.map(({ label, icon: Icon, onSelect, isDangerous, disabled, hint, hasSeparator }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: menu items do not change their order
            <Fragment key={index}>
              {hasSeparator && <Radix.Separator className="-mx-1 my-1 h-px bg-line" />}
              <Radix.Item
                onSelect={onSelect}
                disabled={disabled ?? false}
                className={classes(menuRow, isDangerous && 'text-danger-text')}
              >
                {Icon && <Icon size={16} className={isDangerous ? '' : 'text-ink-muted'} />}
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
