import { Slot } from 'radix-ui';
import { fetched } from '../feedback/fetched.ts';
import { useWhole } from '../feedback/whole.ts';
import type { MenuProps } from './menu-items.ts';

const whole = fetched(async () => (await import('./whole-menu.tsx')).WholeMenu);
const openKeys = ['ArrowDown'];

/** What else can be done with a thing. The trigger is a button of its own. */
export function Menu(props: MenuProps) {
  const { Whole, begun, closed } = useWhole(whole, openKeys);
  if (Whole) return <Whole {...props} begun={begun} />;
  return (
    <Slot.Root aria-haspopup="menu" aria-expanded={false} {...closed}>
      {props.trigger}
    </Slot.Root>
  );
}
