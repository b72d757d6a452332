import { languages } from '@medcloud/contract/languages';
import { type BillingParty, type PartyChange, partyChange } from '@medcloud/contract/shapes/billing/party';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { countries } from '../forms/countries.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { FormField } from '../forms/form-field.tsx';
import { createShapeResolver } from '../forms/shape-resolver.ts';
import { type Mutation, useSubmit } from '../forms/use-submit.ts';
import { languageName } from '../lib/languages.ts';
import { useLanguage, useText, useUiText } from '../text/language.tsx';
import { useToast } from '../ui/feedback/toast.tsx';
import { Field } from '../ui/forms/field.tsx';
import { FieldRow } from '../ui/forms/form-section.tsx';
import { RadioList } from '../ui/forms/radio-cards.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextInput } from '../ui/forms/text-input.tsx';
import { type PartyFields, type PartyPreset, partyFields } from './party-form.ts';

export type PartyForm = UseFormReturn<PartyFields, unknown, z.output<typeof partyChange>>;

function KindField({ form }: { form: PartyForm }) {
  const t = useText('billing/account.details');
  return (
    <Controller
      control={form.control}
      name="kind"
      render={({ field }) => (
        <Field label={t('kind')}>
          <RadioList
            label={t('kind')}
            value={field.value}
            onChange={(value) => field.onChange(value === 'person' ? 'person' : 'business')}
            options={[
              { value: 'business', title: t('business') },
              { value: 'person', title: t('person') },
            ]}
          />
        </Field>
      )}
    />
  );
}

/** The numbers of a business. A person has none. */
function TaxFields({ form }: { form: PartyForm }) {
  const t = useText('billing/account.details');
  const ui = useUiText();
  const optional = { optional: ui('field.optional') };
  return (
    <>
      <FieldRow>
        <FormField form={form} name="vatNumber" label={t('vatNumber')} help={t('vatHelp')}>
          <TextInput autoComplete="off" className="code" />
        </FormField>
        <FormField form={form} name="taxOffice" label={t('taxOffice', optional)}>
          <TextInput autoComplete="off" />
        </FormField>
      </FieldRow>
      <FormField form={form} name="activity" label={t('activity', optional)}>
        <TextInput autoComplete="off" />
      </FormField>
    </>
  );
}

function AddressFields({ form }: { form: PartyForm }) {
  const t = useText('billing/account.details');
  const { language } = useLanguage();
  return (
    <>
      <FormField form={form} name="address" label={t('address')}>
        <TextInput autoComplete="billing street-address" />
      </FormField>
      <FieldRow>
        <FormField form={form} name="city" label={t('city')}>
          <TextInput autoComplete="billing address-level2" />
        </FormField>
        <FormField form={form} name="postalCode" label={t('postalCode')}>
          <TextInput autoComplete="billing postal-code" />
        </FormField>
      </FieldRow>
      <FormField form={form} name="country" label={t('country')}>
        <Select placeholder={t('chooseCountry')} options={countries(language)} />
      </FormField>
    </>
  );
}

function DocumentFields({ form }: { form: PartyForm }) {
  const t = useText('billing/account.details');
  const ui = useUiText();
  const { language } = useLanguage();
  return (
    <FieldRow>
      <FormField form={form} name="email" label={t('email', { optional: ui('field.optional') })} help={t('emailHelp')}>
        <TextInput type="email" autoComplete="email" />
      </FormField>
      <FormField form={form} name="language" label={t('language')}>
        <Select options={languages.map((value) => ({ value, label: languageName(value, language) }))} />
      </FormField>
    </FieldRow>
  );
}

interface PartyDialogProps {
  change: Mutation<{ body: PartyChange }, unknown>;
  party: BillingParty | null;
  preset: PartyPreset;
  /** Why they are asked for now, where the user did not open the dialog. It can be put off. */
  asks?: { title: string; text: string };
  onClose: () => void;
}

/** Edits the name, address and tax numbers of the next document. */
export function PartyDialog({ change, party, preset, asks, onClose }: PartyDialogProps) {
  const t = useText('billing/account.details');
  const ui = useUiText();
  const toast = useToast();
  const { language } = useLanguage();
  const form: PartyForm = useForm({
    resolver: createShapeResolver(partyChange),
    defaultValues: partyFields(party, preset, language),
    mode: 'onTouched',
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const submission = useSubmit(form, change, {
    toInput: (fields) => ({
      body: kind === 'person' ? { ...fields, vatNumber: '', taxOffice: '', activity: '' } : fields,
    }),
    onSuccess: () => {
      toast({ title: t('saved'), text: t('savedText') });
      onClose();
    },
  });
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={asks?.title ?? t('dialog')}
      text={asks?.text ?? t('dialogText')}
      {...(asks && { cancelLabel: t('later') })}
      submitLabel={t('save')}
      busyLabel={ui('action.saving')}
      failureTitle={t('failed')}
    >
      <KindField form={form} />
      <FormField form={form} name="legalName" label={t(kind === 'person' ? 'name' : 'businessName')}>
        <TextInput autoComplete={kind === 'person' ? 'name' : 'organization'} />
      </FormField>
      {kind === 'business' && <TaxFields form={form} />}
      <AddressFields form={form} />
      <DocumentFields form={form} />
    </FormDialog>
  );
}
