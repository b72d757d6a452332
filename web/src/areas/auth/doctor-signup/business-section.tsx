import { useWatch } from 'react-hook-form';
import { usePublicSettings } from '../../../calls/auth.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { useText } from '../../../text/language.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { SignupAddress, type SignupForm } from './signup-sections.tsx';

/** Asks for the numbers of a business, and its address where no card's is asked for: its first invoice is issued to it. */
export function BusinessSection({ form }: { form: SignupForm }) {
  const t = useText('auth');
  const hasProvider = usePublicSettings().data?.payments ?? false;
  const isBusiness = useWatch({ control: form.control, name: 'vatNumber' }).trim() !== '';
  return (
    <FormSection title={t('signup.business')}>
      <p className="-mt-3 text-small text-ink-muted">
        {t(hasProvider ? 'signup.businessText' : 'signup.businessTextAddress')}
      </p>
      <FieldRow>
        <FormField form={form} name="vatNumber" label={t('signup.vatNumber')} isOptional>
          <TextInput autoComplete="off" spellCheck={false} className="code" />
        </FormField>
        <FormField
          form={form}
          name="taxOffice"
          label={t('signup.taxOffice')}
          help={t('signup.taxOfficeHelp')}
          isOptional
        >
          <TextInput autoComplete="off" />
        </FormField>
      </FieldRow>
      {hasProvider && isBusiness && <SignupAddress form={form} />}
    </FormSection>
  );
}
