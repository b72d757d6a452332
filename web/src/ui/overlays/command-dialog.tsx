import { Command } from 'cmdk';
import { type LucideIcon, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useFocusReturn } from './focus-return.ts';

export interface CommandItem {
  id: string;
  label: string;
  /** Beside the label: a patient's id, a date. */
  hint?: string | undefined;
  icon: LucideIcon;
  onSelect: () => void;
}

export interface CommandGroup {
  id: string;
  heading: string;
  items: readonly CommandItem[];
}

export interface CommandDialogProps {
  onClose: () => void;
  title: string;
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  groups: readonly CommandGroup[];
  /** Shown if no group has an item. */
  empty: string;
  /** Text shown while a search runs. */
  busy?: string | undefined;
}

function Row({ item }: { item: CommandItem }) {
  const { icon: Icon } = item;
  return (
    <Command.Item
      value={item.id}
      onSelect={item.onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-badge px-3 py-2 text-body aria-selected:bg-primary-soft md:min-h-9"
    >
      <Icon size={16} className="text-ink-muted" />
      <span className="min-w-0 flex-1 truncate font-strong">{item.label}</span>
      {item.hint && <span className="code shrink-0 text-small text-ink-muted">{item.hint}</span>}
    </Command.Item>
  );
}

/** A search field with grouped results above the page. Arrow keys select, Enter opens, Escape closes. */
export function CommandDialog({
  onClose,
  title,
  placeholder,
  value,
  onChange,
  groups,
  empty,
  busy,
}: CommandDialogProps) {
  const focus = useFocusReturn();
  const visibleGroups = groups.filter((group) => group.items.length > 0);
  return (
    <Dialog.Root open onOpenChange={(shouldOpen) => !shouldOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-0 z-40 mx-auto w-full animate-rise overflow-hidden border border-line bg-raised shadow-float md:top-[12vh] md:max-w-140 md:rounded-dialog"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Command label={title} shouldFilter={false} loop>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search size={18} className="text-ink-muted" />
              <Command.Input
                value={value}
                onValueChange={onChange}
                placeholder={placeholder}
                className="h-12 flex-1 bg-transparent text-prose outline-none md:text-body"
              />
            </div>
            <Command.List className="max-h-[60vh] overflow-y-auto p-2">
              {visibleGroups.map((group) => (
                <Command.Group
                  key={group.id}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:text-ink-muted"
                >
                  {group.items.map((item) => (
                    <Row key={item.id} item={item} />
                  ))}
                </Command.Group>
              ))}
              {(busy ?? (visibleGroups.length === 0 ? empty : undefined)) && (
                <p role="status" className="px-3 py-4 text-body text-ink-muted">
                  {busy ?? empty}
                </p>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
