import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { ReactNode } from 'react';
import { Controller, type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useDoctorSignup, usePublicSettings } from '../../../calls/auth.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { authText } from '../../../text/auth.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { applicationSentState, applicationToConfirmState } from '../shared/application-state.ts';
import { OrderAside, OrderLine } from './order.tsx';
import { PaymentSection } from './payment-section.tsx';
import { parsePlanQuery } from './plan-query.ts';
import { emptySignup, paymentFields, type SignupFields, signupBody } from './signup-form.ts';
import { PersonSection, PlanSection, SignInSection, type SignupForm, useFieldError } from './signup-sections.tsx';
import type { SignupOutput } from './signup-shape.ts';

const fetchShape = async () => (await import('./signup-shape.ts')).signupShape;

function useSignupForm(): SignupForm {
  const [search] = useSearchParams();
  return useForm<SignupFields, unknown, SignupOutput>({
    resolver: useShapeResolver(fetchShape),
    defaultValues: emptySignup(parsePlanQuery(search)),
    mode: 'onTouched',
  });
}

/** Sends the application and reports the result (specification, section 8). */
function useSubmit(form: SignupForm) {
  const signup = useDoctorSignup();
  const toast = useToast();
  const t = useText(authText);
  const navigate = useNavigate();
  const { language } = useLanguage();
  const mailConfirms = usePublicSettings().data?.mailConfirms ?? false;
  const send = (fields: SignupOutput) => {
    const handleSuccess = () => {
      if (mailConfirms) toast({ title: t('confirm.sentTitle'), text: t('confirm.sentText') });
      else toast({ title: t('signup.success'), text: t('signup.successText', { plan: fields.plan }) });
      void navigate(screens.doctorLogin, { state: mailConfirms ? applicationToConfirmState : applicationSentState });
    };
    const handleError = (error: Error) => {
      showServerErrors(form, error);
      toast({ variant: 'danger', title: t('signup.failed'), text: t('signup.failedText') });
    };
    signup.mutate({ body: signupBody(fields, language) }, { onSuccess: handleSuccess, onError: handleError });
  };
  const handleInvalid = (errors: FieldErrors<SignupFields>) => {
    if (!paymentFields.some((field) => errors[field])) return;
    toast({ variant: 'danger', title: t('signup.paymentTitle'), text: t('signup.paymentText') });
  };
  return { signup, submit: form.handleSubmit(send, handleInvalid) };
}

/** Shows the server's error if no field shows it. */
function FormErrorMessage({ error }: { error: Error | null }) {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const { common: ui } = useLanguage();
  if (error === null) return null;
  if (error instanceof ApiError && error.fields.length > 0) return null;
  return (
    <Note variant="danger" title={t('signup.failed')} live="off">
      {error instanceof ApiError ? errorMessage(error.userMessage) : ui('error.noAnswer')}
    </Note>
  );
}

/** Renders a link that opens in a new tab, so the filled form is not lost. */
const renderPageLink = (path: string) => (chunks: ReactNode) => (
  <a href={path} target="_blank" rel="noopener" className="text-primary-text underline">
    {chunks}
  </a>
);

function Terms({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  return (
    <Controller
      control={form.control}
      name="acceptedTerms"
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Checkbox
          label={t.rich('signup.terms', {
            terms: renderPageLink(screens.terms),
            privacy: renderPageLink(screens.privacy),
          })}
          checked={value}
          onChange={onChange}
          onBlur={onBlur}
          ref={ref}
          error={error('acceptedTerms')}
        />
      )}
    />
  );
}

function ExistingAccountLink() {
  const t = useText(authText);
  return (
    <>
      {t('signup.haveAccount')}{' '}
      <Link to={screens.doctorLogin} className="ml-1 font-thing text-primary-text hover:underline">
        {t('signup.signIn')}
      </Link>
    </>
  );
}

/**
 * Shows the doctor's application: plan, person, sign-in and payment. It does not sign the doctor in (specification,
 * section 2).
 */
export function DoctorSignup() {
  const t = useText(authText);
  const form = useSignupForm();
  const { signup, submit } = useSubmit(form);
  const plan = useWatch({ control: form.control, name: 'plan' });
  return (
    <AuthLayout
      title={t('signup.title')}
      lead={t('signup.lead')}
      note={<ExistingAccountLink />}
      aside={<OrderAside plan={plan} />}
    >
      <form noValidate onSubmit={submit}>
        <PlanSection form={form} />
        <PersonSection form={form} />
        <SignInSection form={form} />
        <PaymentSection form={form} />
        <div className="flex flex-col gap-5 border-t border-line py-6">
          <Terms form={form} />
          <FormErrorMessage error={signup.error} />
          <OrderLine plan={plan} />
          <div className="flex flex-wrap items-center gap-4">
            <Button
              type="submit"
              variant="primary"
              size="large"
              busy={signup.isPending}
              busyLabel={t('signup.submitting')}
              className="max-sm:w-full"
            >
              {t('signup.submit')}
            </Button>
            <p className="text-small text-ink-muted">{t('signup.payNothing')}</p>
          </div>
          <p className="text-body text-ink-muted sm:hidden">
            <ExistingAccountLink />
          </p>
        </div>
      </form>
    </AuthLayout>
  );
}
