import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';

/** What a form passes to its native control. */
export interface ControlRegistration {
  name?: string;
  onChange?: (event: { target: unknown; type?: unknown }) => unknown;
  onBlur?: (event: { target: unknown; type?: unknown }) => unknown;
  ref?: (element: unknown) => void;
}

interface ControlAttributes extends ControlRegistration {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

const FieldContext = createContext<ControlAttributes | null>(null);

/** Returns the attributes that connect a control to its label, help, error and form. Outside a `Field`, only an id. */
export function useControl(): ControlAttributes {
  const own = useId();
  return useContext(FieldContext) ?? { id: own };
}

/** Returns whether a `Field` around the control labels it. */
export function useIsLabeled(): boolean {
  return useContext(FieldContext) !== null;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Error text. Also marks the control as invalid. */
  error?: string | undefined;
  /** Screen readers announce the error when it appears while the focus stays in the control. */
  isErrorLive?: boolean;
  /** Adds "(optional)" to the label. Required fields have no mark. */
  isOptional?: boolean;
  /** Registers the control inside with a form. */
  control?: ControlRegistration;
  className?: string;
  children: ReactNode;
}

/** A label above its control, help or error below. The control takes its id and state from the field. */
export function Field(props: FieldProps) {
  const { label, help, error, isErrorLive, isOptional, control: registration, className, children } = props;
  const t = useUiText();
  const id = useId();
  const noteId = `${id}-note`;
  const control = {
    ...registration,
    id,
    'aria-describedby': error || help ? noteId : undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', className)}>
      <label id={`${id}-label`} htmlFor={id} className="self-start text-small font-strong">
        {label}
        {isOptional && <span className="font-normal text-ink-muted"> {t('field.optional')}</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNote id={noteId} error={error} help={help} isLive={isErrorLive ?? false} />
    </div>
  );
}

interface FieldNoteProps {
  id?: string;
  error?: string | undefined;
  help?: ReactNode;
  isLive?: boolean;
}

/** Help text, or the error with an icon instead. */
export function FieldNote({ id, error, help, isLive }: FieldNoteProps) {
  if (error) {
    return (
      <p id={id} role={isLive ? 'alert' : undefined} className="flex gap-1.5 text-small text-danger-text">
        <CircleAlert size={14} className="mt-0.5" />
        {error}
      </p>
    );
  }
  if (!help) return null;
  return (
    <p id={id} className="text-small text-ink-muted">
      {help}
    </p>
  );
}
