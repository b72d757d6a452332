import { getNonce } from 'get-nonce';
import { Check } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { useState } from 'react';
import type { EarlyInteraction } from '../feedback/use-lazy-control.ts';
import { useInertBackground } from '../overlays/inert-background.ts';
import { SelectButtonContent, type SelectOption, type SelectProps, useSelectButton } from './select-button.tsx';

function Options<Value extends string>({ options }: { options: readonly SelectOption<Value>[] }) {
  return (
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className="z-40 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-card border border-line bg-raised p-1 text-ink shadow-float"
      >
        <Radix.Viewport nonce={getNonce()}>
          {options.map((option) => (
            <Radix.Item
              key={option.value}
              value={option.value}
              disabled={option.disabled ?? false}
              className="flex min-h-11 items-center gap-3 rounded-badge px-2.5 py-1.5 text-body outline-none select-none data-disabled:text-ink-faint data-highlighted:bg-primary-soft md:min-h-9"
            >
              <Radix.ItemText>{option.label}</Radix.ItemText>
              <span className="ml-auto flex items-center gap-2 pl-3 text-ink-muted figures">
                {option.hint}
                <Radix.ItemIndicator>
                  <Check size={16} className="stroke-2" />
                </Radix.ItemIndicator>
              </span>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** The loaded select. `interaction` is what the user did with its placeholder before. */
export function LazySelect<Value extends string>({
  interaction,
  ...props
}: SelectProps<Value> & { interaction: EarlyInteraction }) {
  const { value, onChange, options, displayValue } = props;
  const button = useSelectButton(props);
  const [open, setOpen] = useState(interaction.isOpen);
  useInertBackground(open);
  const selectOption = (selected: string) => {
    const option = options.find((candidate) => candidate.value === selected);
    if (option) onChange(option.value);
  };
  return (
    <Radix.Root
      value={value}
      onValueChange={selectOption}
      defaultOpen={interaction.isOpen}
      onOpenChange={setOpen}
      disabled={props.disabled ?? false}
      {...(props.name ? { name: props.name } : {})}
    >
      <Radix.Trigger {...button.attributes} ref={props.ref} autoFocus={interaction.hasFocus && !interaction.isOpen}>
        <SelectButtonContent icon={props.icon}>
          <Radix.Value placeholder={button.placeholder}>{displayValue}</Radix.Value>
        </SelectButtonContent>
      </Radix.Trigger>
      <Options options={options} />
    </Radix.Root>
  );
}
