import { lazyModule } from '../feedback/lazy-module.ts';
import { useLazyControl } from '../feedback/use-lazy-control.ts';
import { SelectButtonContent, type SelectProps, useSelectButton } from './select-button.tsx';

const lazySelect = lazyModule(async () => (await import('./lazy-select.tsx')).LazySelect);
const openKeys = ['ArrowUp', 'ArrowDown'];

/** Selects one option of a list. Typing finds an option, arrow keys move, Escape closes. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { Component, interaction, placeholderProps } = useLazyControl(lazySelect, openKeys);
  const { attributes, placeholder } = useSelectButton(props);
  if (Component) return <Component {...props} interaction={interaction} />;
  const selectedOption = props.options.find(({ value }) => value === props.value);
  const handleBlur = () => {
    placeholderProps.onBlur();
    props.onBlur?.();
  };
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="none"
      disabled={props.disabled}
      data-disabled={props.disabled ? '' : undefined}
      data-placeholder={props.value === '' ? '' : undefined}
      {...placeholderProps}
      {...attributes}
      onBlur={handleBlur}
      ref={props.ref}
    >
      <SelectButtonContent icon={props.icon}>
        {props.value === '' ? placeholder : (props.displayValue ?? selectedOption?.label)}
      </SelectButtonContent>
    </button>
  );
}
