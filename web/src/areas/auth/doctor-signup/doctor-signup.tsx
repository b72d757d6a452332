import { PortalError } from '@medcloud/contract/caller';
import { screens } from '@medcloud/contract/screens';
import type { ReactNode } from 'react';
import { Controller, type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useDoctorSignup, usePublicSettings } from '../../../calls/auth.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShape } from '../../../forms/use-shape.ts';
import { authText } from '../../../text/auth.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { applied, appliedToConfirm } from '../shared/applied.ts';
import { OrderAside, OrderLine } from './order.tsx';
import { PaymentSection } from './payment-section.tsx';
import { planOf } from './plan-query.ts';
import { emptySignup, paymentFields, type SignupFields, signupBody } from './signup-form.ts';
import { PersonSection, PlanSection, SignInSection, type SignupForm, useFieldError } from './signup-sections.tsx';
import type { SignupOutput } from './signup-shape.ts';

const fetchShape = async () => (await import('./signup-shape.ts')).signupShape;

function useSignupForm(): SignupForm {
  const [search] = useSearchParams();
  return useForm<SignupFields, unknown, SignupOutput>({
    resolver: useShape(fetchShape),
    defaultValues: emptySignup(planOf(search)),
    mode: 'onTouched',
  });
}

/** Sends the application; what follows is the specification's, section 8. */
function useSubmit(form: SignupForm) {
  const signup = useDoctorSignup();
  const toast = useToast();
  const t = useText(authText);
  const navigate = useNavigate();
  const { language } = useLanguage();
  const mailConfirms = usePublicSettings().data?.mailConfirms ?? false;
  const send = (fields: SignupOutput) => {
    const done = () => {
      if (mailConfirms) toast({ title: t('confirm.sentTitle'), text: t('confirm.sentText') });
      else toast({ title: t('signup.success'), text: t('signup.successText', { plan: fields.plan }) });
      void navigate(screens.doctorLogin, { state: mailConfirms ? appliedToConfirm : applied });
    };
    const refused = (error: Error) => {
      showServerErrors(form, error);
      toast({ tone: 'danger', title: t('signup.failed'), text: t('signup.failedText') });
    };
    signup.mutate({ body: signupBody(fields, language) }, { onSuccess: done, onError: refused });
  };
  const incomplete = (errors: FieldErrors<SignupFields>) => {
    if (!paymentFields.some((field) => errors[field])) return;
    toast({ tone: 'danger', title: t('signup.paymentTitle'), text: t('signup.paymentText') });
  };
  return { signup, submit: form.handleSubmit(send, incomplete) };
}

/** Why the portal refused, where no field could say it. */
function Failure({ error }: { error: Error | null }) {
  const t = useText(authText);
  const sentence = useSentence();
  const { common: ui } = useLanguage();
  if (error === null) return null;
  if (error instanceof PortalError && error.fields.length > 0) return null;
  return (
    <Note tone="danger" title={t('signup.failed')} live="off">
      {error instanceof PortalError ? sentence(error.sentence) : ui('error.noAnswer')}
    </Note>
  );
}

/** Words that open a page beside the form, which stays as it was filled in. */
const opens = (path: string) => (words: ReactNode) => (
  <a href={path} target="_blank" rel="noopener" className="text-primary-text underline">
    {words}
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
          label={t.rich('signup.terms', { terms: opens(screens.terms), privacy: opens(screens.privacy) })}
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

function HaveAccount() {
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

/** A doctor applies: plan, person, sign-in, payment; nobody is signed in by it (specification, section 2). */
export function DoctorSignup() {
  const t = useText(authText);
  const form = useSignupForm();
  const { signup, submit } = useSubmit(form);
  const plan = useWatch({ control: form.control, name: 'plan' });
  return (
    <AuthLayout
      title={t('signup.title')}
      lead={t('signup.lead')}
      note={<HaveAccount />}
      aside={<OrderAside plan={plan} />}
    >
      <form noValidate onSubmit={submit}>
        <PlanSection form={form} />
        <PersonSection form={form} />
        <SignInSection form={form} />
        <PaymentSection form={form} />
        <div className="flex flex-col gap-5 border-t border-line py-6">
          <Terms form={form} />
          <Failure error={signup.error} />
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
            <HaveAccount />
          </p>
        </div>
      </form>
    </AuthLayout>
  );
}
