import type { DoctorPlan } from '@medcloud/contract/plans';
import { screens } from '@medcloud/contract/screens';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useDoctorSignup, usePublicSettings } from '../../../calls/auth.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useFieldError } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { type Submission, useSubmit } from '../../../forms/use-submit.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { applicationSentState, applicationToConfirmState } from '../shared/application-state.ts';
import { BusinessSection } from './business-section.tsx';
import { OrderAside, OrderLine } from './order.tsx';
import { PaymentSection } from './payment-section.tsx';
import { parsePlanQuery } from './plan-query.ts';
import { emptySignup, paymentFields, type SignupFields, signupBody } from './signup-form.ts';
import { PersonSection, PlanSection, SignInSection, type SignupForm } from './signup-sections.tsx';
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

/** Sends the application and reports the result, or missing payment details (specification, section 8). */
function useSignup(form: SignupForm): Submission {
  const toast = useToast();
  const t = useText('auth');
  const validation = useText('validation');
  const navigate = useNavigate();
  const { language } = useLanguage();
  const settings = usePublicSettings().data;
  const canConfirmByMail = settings?.mailConfirms ?? false;
  const trialDays = settings?.trialDays ?? 0;
  const describeSuccess = (plan: DoctorPlan) => (
    <>
      {trialDays > 0 ? t('signup.successTrial', { plan, days: trialDays }) : t('signup.successText', { plan })}{' '}
      {!settings?.payments && t(trialDays > 0 ? 'signup.successTrialTransfer' : 'signup.successTransfer')}
    </>
  );
  const submission = useSubmit(form, useDoctorSignup(), {
    toInput: (fields) => ({ body: signupBody(fields, language) }),
    onSuccess: (_reply, { plan }) => {
      if (canConfirmByMail) toast({ title: t('forgot.sentTitle'), text: t('confirm.sentText') });
      else toast({ title: t('signup.success'), text: describeSuccess(plan) });
      void navigate(screens.doctorLogin, {
        state: canConfirmByMail ? applicationToConfirmState : applicationSentState,
      });
    },
    onError: () => toast({ variant: 'danger', title: t('signup.failed'), text: t('signup.failedText') }),
  });
  const submit: Submission['submit'] = async (event) => {
    await submission.submit(event);
    if (paymentFields.some((field) => form.getFieldState(field).invalid))
      toast({ variant: 'danger', title: t('signup.paymentTitle'), text: validation('payment_required') });
  };
  return { ...submission, submit };
}

/** Renders a link that opens in a new tab, so the filled form is not lost. */
const renderPageLink = (path: string) => (chunks: ReactNode) => (
  <a href={path} target="_blank" rel="noopener" className="text-primary-text underline">
    {chunks}
  </a>
);

function Terms({ form }: { form: SignupForm }) {
  const t = useText('auth');
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
  const t = useText('auth');
  return (
    <>
      {t('signup.haveAccount')}{' '}
      <Link to={screens.doctorLogin} className="ml-1 font-strong text-primary-text hover:underline">
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
  const t = useText('auth');
  const form = useSignupForm();
  const submission = useSignup(form);
  const plan = useWatch({ control: form.control, name: 'plan' });
  return (
    <AuthLayout
      title={t('signup.title')}
      lead={t('signup.lead')}
      note={<ExistingAccountLink />}
      aside={<OrderAside plan={plan} />}
    >
      <Form submission={submission} className="gap-0!">
        <PlanSection form={form} />
        <PersonSection form={form} />
        <SignInSection form={form} />
        <PaymentSection form={form} />
        <BusinessSection form={form} />
        <div className="flex flex-col gap-5 border-t border-line py-6">
          <Terms form={form} />
          <OrderLine plan={plan} />
          <FormActions
            isLarge
            live="off"
            submitLabel={t('signup.submit')}
            busyLabel={t('signup.submitting')}
            failureTitle={t('signup.failed')}
          >
            <p className="text-small text-ink-muted">{t('signup.payNothing')}</p>
          </FormActions>
          <p className="text-body text-ink-muted sm:hidden">
            <ExistingAccountLink />
          </p>
        </div>
      </Form>
    </AuthLayout>
  );
}
