import type { CenterRole } from '@medcloud/contract/permissions';
import { type MemberChange, memberChange, type TeamMember } from '@medcloud/contract/shapes/team';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSession } from '../../../app/session/session.tsx';
import { useChangeMember } from '../../../calls/team.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { RoleChoice } from './role-choice.tsx';

interface Fields {
  displayName: string;
  username: string;
  roles: CenterRole[];
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((role) => other.includes(role));

/** Returns what was changed, so that what others change meanwhile is not sent back. */
const changeOf = (before: Fields, { displayName, username, roles }: Fields) => ({
  ...(displayName === before.displayName ? {} : { displayName }),
  ...(username === before.username ? {} : { username }),
  ...(isSame(roles, before.roles) ? {} : { roles }),
});

/** Changes a member's name, sign-in name and roles; of the own membership not the roles. */
export function ChangeMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const t = useText('center/team');
  const toast = useToast();
  const { medicalCenter } = useSession();
  const [before] = useState<Fields>({
    displayName: member.displayName,
    username: member.username,
    roles: [...member.roles],
  });
  const form = useForm<Fields, unknown, MemberChange>({
    resolver: createShapeResolver<Fields, MemberChange>(memberChange, (typed) => changeOf(before, typed)),
    defaultValues: before,
  });
  const fieldError = useFieldError(form);
  const submission = useSubmit(form, useChangeMember(), {
    toInput: (body) => ({ params: { id: member.id }, body }),
    onSuccess: (changed) => {
      toast({ title: t('member.changed'), text: changed.displayName });
      onClose();
    },
  });
  const signInName = `${medicalCenter?.centerId}/${form.watch('username').trim() || '…'}`;
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('member.changeTitle', { name: before.displayName })}
      submitLabel={t('member.save')}
      busyLabel={t('member.saving')}
      failureTitle={t('member.changeFailed')}
      reason={form.formState.isDirty ? undefined : t('member.nothing')}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <FormField form={form} name="displayName" label={t('invite.name')}>
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
      {member.isSelf ? (
        <p className="text-small text-ink-muted">{t('member.ownRoles')}</p>
      ) : (
        <Controller
          control={form.control}
          name="roles"
          render={({ field }) => (
            <RoleChoice ref={field.ref} roles={field.value} onChange={field.onChange} error={fieldError('roles')} />
          )}
        />
      )}
    </FormDialog>
  );
}
