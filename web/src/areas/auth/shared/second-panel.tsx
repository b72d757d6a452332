import { SecondStepFields, useSecondStepButton } from '../../../app/session/factors/second-step-fields.tsx';
import { type SecondStepOptions, useSecondStep } from '../../../app/session/factors/use-second-step.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';

export interface SecondPanelProps extends SecondStepOptions {
  /** Returns to the password. */
  onBack: () => void;
}

/** The second step of a sign-in, in place of the login form and at the same address. */
export function SecondPanel({ onBack, ...options }: SecondPanelProps) {
  const auth = useText('auth');
  const step = useSecondStep(options);
  const button = useSecondStepButton(step);
  return (
    <Form submission={step.submission}>
      <SecondStepFields {...step} />
      <FormActions isLarge isWide={false} {...button}>
        <Button variant="ghost" size="large" className="max-sm:w-full" onClick={onBack}>
          {auth('forgot.back')}
        </Button>
      </FormActions>
    </Form>
  );
}
