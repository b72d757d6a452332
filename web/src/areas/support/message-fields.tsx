import { supportRoles } from '@medcloud/contract/choices';
import { limits } from '@medcloud/contract/limits';
import { Controller } from 'react-hook-form';
import { FormField, useFieldError } from '../../forms/form-field.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FieldRow } from '../../ui/forms/form-section.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import type { MessageForm } from './message-form.ts';

const messageRows = 6; // specification, section 2, "Send Message"

/** Shows a field that only bots fill in: invisible, not focusable, and with a name that browsers do not autofill. */
function HoneypotField({ form }: { form: MessageForm }) {
  const t = useText('support');
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {t('message.trap')}
        <input
          type="text"
          name="note-2"
          tabIndex={-1}
          autoComplete="off"
          onChange={(event) => form.setValue('website', event.target.value)}
        />
      </label>
    </div>
  );
}

function SenderFields({ form }: { form: MessageForm }) {
  const t = useText('support');
  const ui = useUiText();
  const error = useFieldError(form);
  const options = supportRoles.map((value) => ({ value, label: t(`message.roles.${value}`) }));
  return (
    <>
      <FieldRow>
        <FormField form={form} name="firstName" label={t('message.firstName')}>
          <TextInput autoComplete="given-name" maxLength={limits.nameMax} />
        </FormField>
        <FormField form={form} name="lastName" label={t('message.lastName')} isOptional>
          <TextInput autoComplete="family-name" maxLength={limits.nameMax} />
        </FormField>
      </FieldRow>
      <FieldRow>
        <FormField form={form} name="email" label={ui('field.email')} help={t('message.emailHelp')}>
          <TextInput type="email" autoComplete="email" />
        </FormField>
        <Controller
          control={form.control}
          name="role"
          render={({ field: { value, ...field } }) => (
            <Field label={t('message.role')} isOptional error={error('role')}>
              <Select {...field} value={value ?? ''} options={options} placeholder={t('message.chooseRole')} />
            </Field>
          )}
        />
      </FieldRow>
    </>
  );
}

/** Shows the fields for subject, message and urgency. */
function BodyFields({ form }: { form: MessageForm }) {
  const t = useText('support');
  return (
    <>
      <FormField form={form} name="subject" label={t('message.subject')} isOptional>
        <TextInput maxLength={limits.supportSubjectMax} />
      </FormField>
      <FormField form={form} name="message" label={t('message.message')} help={t('message.noPatients')}>
        <TextArea rows={messageRows} maxLength={limits.supportMessageMax} className="min-h-36" />
      </FormField>
      <Controller
        control={form.control}
        name="urgent"
        render={({ field: { value, ...field } }) => (
          <Checkbox {...field} label={t('message.urgent')} help={t('message.urgentHelp')} checked={value} />
        )}
      />
    </>
  );
}

/**
 * Shows the sender's fields and the message's. Each part registers its own, so the first error is the first field on
 * the page.
 */
export function MessageFields({ form }: { form: MessageForm }) {
  return (
    <>
      <SenderFields form={form} />
      <BodyFields form={form} />
      <HoneypotField form={form} />
    </>
  );
}
