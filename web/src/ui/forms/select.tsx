import { fetched } from '../feedback/fetched.ts';
import { useWhole } from '../feedback/whole.ts';
import { SelectFace, type SelectProps, useSelectFace } from './select-face.tsx';

const whole = fetched(async () => (await import('./whole-select.tsx')).WholeSelect);
const openKeys = ['ArrowUp', 'ArrowDown'];

/** One of a list. Typing finds, arrows move, Escape closes. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { Whole, begun, closed } = useWhole(whole, openKeys);
  const { attributes, placeholder } = useSelectFace(props);
  if (Whole) return <Whole {...props} begun={begun} />;
  const chosen = props.options.find(({ value }) => value === props.value);
  const blur = () => {
    closed.onBlur();
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
      {...closed}
      {...attributes}
      onBlur={blur}
      ref={props.ref}
    >
      <SelectFace icon={props.icon}>{props.value === '' ? placeholder : (props.shown ?? chosen?.label)}</SelectFace>
    </button>
  );
}
