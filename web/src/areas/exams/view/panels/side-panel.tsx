import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useUiText } from '../../../../text/language.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { useFocusReturn } from '../../../../ui/overlays/focus-return.ts';
import { useViewingTheme } from '../viewing-theme.ts';

/** Shows a panel over the right side, as wide as a phone, in the viewer's dark theme. */
export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const ui = useUiText();
  const theme = useViewingTheme();
  const focus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          {...theme}
          className="fixed inset-y-0 right-0 z-30 flex w-130 max-w-full animate-slide-right flex-col border-l border-v-line bg-v-chrome text-v-ink"
        >
          <div className="flex h-13 shrink-0 items-center justify-between border-b border-v-line pr-1 pl-4">
            <Dialog.Title className="text-h2">{title}</Dialog.Title>
            <IconButton icon={X} label={ui('action.close')} hasTooltip={false} onClick={onClose} />
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
