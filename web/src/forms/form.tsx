import { createContext, type ReactNode, useContext } from 'react';
import { classes } from '../lib/classes.ts';
import { Button, type ButtonProps } from '../ui/actions/button.tsx';
import { Note, type NoteProps } from '../ui/feedback/note.tsx';
import type { Submission } from './use-submit.ts';

const SubmissionContext = createContext<Submission | null>(null);

interface FormProps {
  submission: Submission;
  className?: string;
  children: ReactNode;
}

/** A form of a page: stacked fields, `FormActions` last. Enter submits; the browser's own messages are off. */
export function Form({ submission, className, children }: FormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => void submission.submit(event)}
      className={classes('flex flex-col gap-5', className)}
    >
      <SubmissionContext value={submission}>{children}</SubmissionContext>
    </form>
  );
}

interface FormActionsProps {
  submitLabel: string;
  busyLabel: string;
  icon?: ButtonProps['icon'];
  /** Title above the reason when sending fails. */
  failureTitle?: string;
  /** Why the form cannot be sent yet. */
  reason?: string | undefined;
  isLarge?: boolean;
  /** Makes the button as wide as the form. True for a large button without content beside it. */
  isWide?: boolean;
  /** `off` if a toast announces the failure already. */
  live?: NoteProps['live'];
  /** The submit button takes the focus, because the form has no field. */
  isFocused?: boolean;
  /** Text or further buttons beside the submit button. */
  children?: ReactNode;
}

/** The submit button of a `Form`, and above it why sending failed. */
export function FormActions(props: FormActionsProps) {
  const { submitLabel, busyLabel, icon, failureTitle, reason, isLarge, children, live } = props;
  const { isWide = isLarge && children === undefined } = props;
  const submission = useContext(SubmissionContext);
  if (!submission) throw new Error('FormActions must be used inside Form');
  const { failure, isBusy } = submission;
  return (
    <>
      {failure !== undefined && (
        <Note variant="danger" title={failureTitle} live={live}>
          {failure}
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          size={isLarge ? 'large' : 'normal'}
          {...(icon && { icon })}
          busy={isBusy}
          busyLabel={busyLabel}
          reason={reason}
          autoFocus={props.isFocused}
          className={isWide ? 'w-full' : 'max-sm:w-full'}
        >
          {submitLabel}
        </Button>
        {children}
      </div>
    </>
  );
}
