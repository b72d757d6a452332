import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { useFocusReturn } from '../../ui/overlays/focus-return.ts';

/** The navigation on a phone: slides in from the left above the page. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useUiText();
  const focus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(shouldOpen) => !shouldOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 w-72 animate-slide-left border-r border-line bg-sunken px-3 md:hidden"
        >
          <Dialog.Title className="sr-only">{t('shell.navigation')}</Dialog.Title>
          {children}
          <IconButton
            icon={X}
            label={t('shell.closeNavigation')}
            onClick={onClose}
            hasTooltip={false}
            className="absolute! top-1.5 right-2"
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
