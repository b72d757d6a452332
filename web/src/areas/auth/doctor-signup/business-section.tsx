import { useController, useWatch } from 'react-hook-form';
import { usePublicSettings } from '../../../calls/auth.ts';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { AddressFields } from '../../../forms/payment-fields.tsx';
import { useText } from '../../../text/language.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { SignupForm } from './signup-sections.tsx';

/** The address of the business, where no card's address is asked for. */
function BusinessAddress({ form }: { form: SignupForm }) {
  const error = useFieldError(form);
  const { field: country } = useController({ control: form.control, name: 'country' });
  return <AddressFields register={form.register} error={error} country={{ ...country, error: error('country') }} />;
}

/** Asks for the numbers of a business, so that its first invoice is issued to it. */
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
      {hasProvider && isBusiness && <BusinessAddress form={form} />}
    </FormSection>
  );
}
