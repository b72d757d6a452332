import { type CenterRole, centerRoles } from '@medcloud/contract/permissions';
import { type Ref, useId } from 'react';
import { useText } from '../../../text/language.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { FieldNote } from '../../../ui/forms/field.tsx';

interface RoleChoiceProps {
  roles: readonly CenterRole[];
  onChange: (roles: CenterRole[]) => void;
  error: string | undefined;
  /** Ref of the first box, so a form can focus it. */
  ref?: Ref<HTMLButtonElement>;
}

/** The roles as cards to tick, each with what it opens. */
export function RoleChoice({ roles, onChange, error, ref }: RoleChoiceProps) {
  const t = useText('center/team');
  const noteId = useId();
  const toggle = (role: CenterRole, isTicked: boolean) =>
    onChange(centerRoles.filter((one) => (one === role ? isTicked : roles.includes(one))));
  return (
    <fieldset aria-describedby={noteId} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-small font-strong">{t('field.roles')}</legend>
      {centerRoles.map((role, index) => (
        <div
          key={role}
          className="relative rounded-card border border-line-strong bg-surface p-3 hover:border-ink-muted has-data-[state=checked]:border-primary has-data-[state=checked]:bg-primary-soft"
        >
          <Checkbox
            {...(index === 0 ? { ref } : {})}
            // the whole card is the label
            label={<span className="font-strong after:absolute after:inset-0">{t(`role.${role}`)}</span>}
            help={t(`opens.${role}`)}
            checked={roles.includes(role)}
            onChange={(isTicked) => toggle(role, isTicked)}
          />
        </div>
      ))}
      <FieldNote id={noteId} error={error} help={t('rolesHelp')} isLive={false} />
    </fieldset>
  );
}
