import { languages, languageTable } from '@medcloud/contract/languages';
import type { CenterRole } from '@medcloud/contract/permissions';
import { memberInvitation } from '@medcloud/contract/shapes/team';
import { Controller, useForm } from 'react-hook-form';
import { useSession } from '../../../app/session/session.tsx';
import { useInviteMember } from '../../../calls/team.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { RadioList } from '../../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { RoleChoice } from './role-choice.tsx';

const languageOptions = languages.map((value) => ({ value, title: languageTable[value].name }));

const noRoles: CenterRole[] = [];

/** Invites a person by a mailed link. The language is the screen's unless another one is chosen. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText('center/team');
  const ui = useUiText();
  const toast = useToast();
  const { language } = useLanguage();
  const { medicalCenter } = useSession();
  const form = useForm({
    resolver: createShapeResolver(memberInvitation),
    defaultValues: { email: '', displayName: '', username: '', roles: noRoles, language },
  });
  const fieldError = useFieldError(form);
  const submission = useSubmit(form, useInviteMember(), {
    toInput: (body) => ({ body }),
    onSuccess: (_, { email }) => {
      toast({ title: t('invite.sent'), text: t('invite.sentText', { email }) });
      onClose();
    },
  });
  const signInName = `${medicalCenter?.centerId}/${form.watch('username').trim() || '…'}`;
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('invite.title')}
      text={t('invite.text')}
      submitLabel={t('invite.submit')}
      busyLabel={t('invite.submitting')}
      failureTitle={t('invite.failed')}
    >
      <FormField form={form} name="email" label={ui('field.email')}>
        <TextInput type="email" autoComplete="off" />
      </FormField>
      <div className="grid gap-4 md:grid-cols-2">
        <FormField form={form} name="displayName" label={t('invite.name')} help={t('invite.nameHelp')}>
          <TextInput autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="username"
          label={t('invite.username')}
          help={t('invite.usernameHelp', { signInName })}
        >
          <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} className="code" />
        </FormField>
      </div>
      <Controller
        control={form.control}
        name="roles"
        render={({ field }) => (
          <RoleChoice ref={field.ref} roles={field.value} onChange={field.onChange} error={fieldError('roles')} />
        )}
      />
      <Controller
        control={form.control}
        name="language"
        render={({ field }) => (
          <Field label={t('invite.language')}>
            <RadioList
              label={t('invite.language')}
              value={field.value}
              onChange={field.onChange}
              options={languageOptions}
            />
          </Field>
        )}
      />
    </FormDialog>
  );
}
