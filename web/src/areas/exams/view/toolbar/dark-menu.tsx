import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useRef } from 'react';
import { useViewingTheme } from '../viewing-theme.ts';

export interface DarkMenuItem {
  key: string;
  label: string;
  hint?: string | undefined;
  checked?: boolean;
  onSelect: () => void;
}

/**
 * Shows a menu like the UI kit's, in the viewer's dark theme. After a choice by pointer its button does not take the
 * focus back: the button's tooltip would stay open over the image.
 */
export function DarkMenu({ trigger, items }: { trigger: ReactElement; items: readonly DarkMenuItem[] }) {
  const theme = useViewingTheme();
  const isByPointer = useRef(false);
  const setByPointer = (isPointer: boolean) => () => {
    isByPointer.current = isPointer;
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          {...theme}
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={setByPointer(false)}
          onPointerDown={setByPointer(true)}
          onPointerDownOutside={setByPointer(true)}
          onCloseAutoFocus={(event) => isByPointer.current && event.preventDefault()}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-card border border-v-line bg-v-raised p-1 text-v-ink shadow-float"
        >
          {items.map(({ key, label, hint, checked, onSelect }) => (
            <DropdownMenu.CheckboxItem
              key={key}
              checked={checked ?? false}
              onSelect={onSelect}
              className="flex min-h-11 items-center gap-2.5 rounded-badge px-2.5 text-body outline-none select-none data-highlighted:bg-v-active-soft md:min-h-9"
            >
              <span className="size-4">{checked && <Check size={16} className="text-v-active" />}</span>
              <span className="flex-1">{label}</span>
              {hint && <span className="pl-4 text-small text-v-muted figures">{hint}</span>}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
