import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useText } from '../../../text/language.tsx';
import { SecondStepFields, useSecondStepButton } from './second-step-fields.tsx';
import { type SecondStepOptions, useSecondStep } from './use-second-step.ts';

interface SecondStepDialogProps extends SecondStepOptions {
  onCancel: () => void;
}

/** The second step of the sign-in that renews an expired session. It hides the page. */
export function SecondStepDialog({ onCancel, ...options }: SecondStepDialogProps) {
  const auth = useText('auth');
  const step = useSecondStep(options);
  const button = useSecondStepButton(step);
  return (
    <FormDialog
      shouldHidePage
      submission={step.submission}
      onClose={() => undefined}
      onCancel={onCancel}
      title={auth('login.oneMoreStep')}
      {...button}
      cancelLabel={auth('expired.other')}
    >
      <SecondStepFields {...step} />
    </FormDialog>
  );
}
