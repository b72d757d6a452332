import { supportRoles } from '@medcloud/contract/choices';
import { limits } from '@medcloud/contract/limits';
import { Controller } from 'react-hook-form';
import { useText } from '../../text/language.tsx';
import { supportText } from '../../text/support.ts';
import { useErrorMessage } from '../../text/use-error-message.ts';
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
  const t = useText(supportText);
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
  const t = useText(supportText);
  const errorMessage = useErrorMessage();
  const { register, control, formState } = form;
  const { errors } = formState;
  const options = supportRoles.map((value) => ({ value, label: t(`message.roles.${value}`) }));
  return (
    <>
      <FieldRow>
        <Field label={t('message.firstName')} error={errorMessage(errors.firstName?.message)}>
          <TextInput {...register('firstName')} autoComplete="given-name" maxLength={limits.nameMax} />
        </Field>
        <Field label={t('message.lastName')} optional error={errorMessage(errors.lastName?.message)}>
          <TextInput {...register('lastName')} autoComplete="family-name" maxLength={limits.nameMax} />
        </Field>
      </FieldRow>
      <FieldRow>
        <Field label={t('message.email')} help={t('message.emailHelp')} error={errorMessage(errors.email?.message)}>
          <TextInput {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Controller
          control={control}
          name="role"
          render={({ field: { value, ...field } }) => (
            <Field label={t('message.role')} optional error={errorMessage(errors.role?.message)}>
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
  const t = useText(supportText);
  const errorMessage = useErrorMessage();
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label={t('message.subject')} optional error={errorMessage(errors.subject?.message)}>
        <TextInput {...register('subject')} maxLength={limits.supportSubjectMax} />
      </Field>
      <Field label={t('message.message')} help={t('message.noPatients')} error={errorMessage(errors.message?.message)}>
        <TextArea
          {...register('message')}
          rows={messageRows}
          maxLength={limits.supportMessageMax}
          className="min-h-36"
        />
      </Field>
      <Controller
        control={control}
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
