import { Slot } from 'radix-ui';
import { lazyModule } from '../feedback/lazy-module.ts';
import { useLazyControl } from '../feedback/use-lazy-control.ts';
import type { MenuProps } from './menu-items.ts';

const lazyMenu = lazyModule(async () => (await import('./lazy-menu.tsx')).LazyMenu);
const openKeys = ['ArrowDown'];

/** A menu of further actions. `trigger` is a button element. */
export function Menu(props: MenuProps) {
  const { Component, interaction, placeholderProps } = useLazyControl(lazyMenu, openKeys);
  if (Component) return <Component {...props} interaction={interaction} />;
  return (
    <Slot.Root aria-haspopup="menu" aria-expanded={false} {...placeholderProps}>
      {props.trigger}
    </Slot.Root>
  );
}
