import type { TeamMember } from '@medcloud/contract/shapes/team';
import { Mail, Pencil } from 'lucide-react';
import { useSession } from '../../../app/session/session.tsx';
import { useReinstateMember, useResendInvitation } from '../../../calls/team.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useNow } from '../../../lib/now.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useDialogSlot } from '../../../ui/overlays/dialog-slot.tsx';
import { Sheet, SheetSection } from '../../../ui/overlays/sheet.tsx';
import { StateBadge } from './member-badges.tsx';

const ChangeMemberDialog = lazyComponent(async () => (await import('./change-member-dialog.tsx')).ChangeMemberDialog);
const SuspendDialog = lazyComponent(async () => (await import('./member-dialogs.tsx')).SuspendDialog);
const ResetFactorsDialog = lazyComponent(async () => (await import('./reset-factors-dialog.tsx')).ResetFactorsDialog);
const EndDialog = lazyComponent(async () => (await import('./member-dialogs.tsx')).EndDialog);

function MemberFacts({ member }: { member: TeamMember }) {
  const t = useText('center/team');
  const ui = useUiText();
  const format = useFormat();
  const { email, state, invitedAt, invitationEndsAt, joinedAt, lastSignInAt, hasFactor } = member;
  const moment = (at: string) => <span className="figures">{format.dateTime(at)}</span>;
  const isInvited = state === 'invited';
  return (
    <Facts
      facts={[
        { label: t('field.state'), value: <StateBadge state={state} /> },
        ...(email === undefined ? [] : [{ label: ui('field.email'), value: <EmailAddress address={email} /> }]),
        { label: t('field.invited'), value: moment(invitedAt) },
        ...(isInvited && invitationEndsAt !== null
          ? [{ label: t('field.linkUntil'), value: moment(invitationEndsAt) }]
          : []),
        ...(joinedAt === null ? [] : [{ label: t('field.joined'), value: moment(joinedAt) }]),
        ...(lastSignInAt === undefined || isInvited
          ? []
          : [{ label: t('field.lastSignIn'), value: lastSignInAt === null ? t('never') : moment(lastSignInAt) }]),
        ...(hasFactor === undefined || isInvited
          ? []
          : [{ label: t('field.factor'), value: t(hasFactor ? 'factor.yes' : 'factor.no') }]),
      ]}
    />
  );
}

/** What each of a member's roles opens. */
function Roles({ member }: { member: TeamMember }) {
  const t = useText('center/team');
  return (
    <SheetSection title={t('field.roles')}>
      <ul className="flex flex-col gap-2">
        {member.roles.map((role) => (
          <li key={role}>
            <p className="font-strong">{t(`role.${role}`)}</p>
            <p className="text-small text-ink-muted">{t(`opens.${role}`)}</p>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}

/** The link is mailed again, or the suspension is lifted, without a question. */
function usePlainActs(member: TeamMember) {
  const t = useText('center/team');
  const toast = useToast();
  const resend = useResendInvitation();
  const reinstate = useReinstateMember();
  const input = { params: { id: member.id } };
  const { displayName: name, email = '' } = member;
  return {
    resend: {
      ...resend,
      run: () =>
        resend.mutate(input, {
          onSuccess: () => toast({ title: t('invite.sent'), text: t('invite.sentText', { email }) }),
        }),
    },
    reinstate: {
      ...reinstate,
      run: () => reinstate.mutate(input, { onSuccess: () => toast({ title: t('member.reinstated', { name }) }) }),
    },
  };
}

/** How a membership ends. The own one ends by leaving. */
function EndSection({
  member,
  onLeave,
  onEnd,
  onSuspend,
  onReset,
}: Record<'onLeave' | 'onEnd' | 'onSuspend' | 'onReset', () => void> & { member: TeamMember }) {
  const t = useText('center/team');
  const recovery = useText('account/recovery.member');
  const isInvited = member.state === 'invited';
  if (member.isSelf)
    return (
      <SheetSection>
        <Button size="small" variant="dangerOutline" onClick={onLeave}>
          {t('leave.open')}
        </Button>
      </SheetSection>
    );
  return (
    <SheetSection>
      <div className="flex flex-wrap gap-2">
        {member.state === 'active' && (
          <Button size="small" variant="dangerOutline" onClick={onSuspend}>
            {t('member.suspend')}
          </Button>
        )}
        {member.hasFactor && (
          <Button size="small" variant="dangerOutline" onClick={onReset}>
            {recovery('item')}
          </Button>
        )}
        <Button size="small" variant="dangerOutline" onClick={onEnd}>
          {t(isInvited ? 'member.endInvitation' : 'member.end')}
        </Button>
      </div>
      {!isInvited && <p className="mt-2 text-small text-ink-muted">{t('member.nothingRemoved')}</p>}
    </SheetSection>
  );
}

interface MemberSheetProps {
  member: TeamMember;
  onClose: () => void;
  onLeave: () => void;
}

/** Shows one member beside the list: facts, roles, and what who manages the team can do. */
export function MemberSheet({ member, onClose, onLeave }: MemberSheetProps) {
  const t = useText('center/team');
  const describeFailure = useFailure();
  const now = useNow();
  const { medicalCenter } = useSession();
  const { show, dialogSlot } = useDialogSlot();
  const { resend, reinstate } = usePlainActs(member);
  const close = () => show(null);
  const signInName = `${medicalCenter?.centerId}/${member.username}`;
  const { state, invitationEndsAt } = member;
  const isExpired = state === 'invited' && invitationEndsAt !== null && Date.parse(invitationEndsAt) <= now;
  const failure = describeFailure(resend.error ?? reinstate.error);
  return (
    <Sheet
      title={<bdi>{member.displayName}</bdi>}
      subtitle={
        <>
          <span className="min-w-0 wrap-anywhere code">{signInName}</span>
          <CopyButton value={signInName} />
        </>
      }
      actions={
        state !== 'ended' && (
          <>
            {state === 'invited' && (
              <Button
                size="small"
                icon={Mail}
                busy={resend.isPending}
                busyLabel={t('member.sending')}
                onClick={resend.run}
              >
                {t('member.sendAgain')}
              </Button>
            )}
            {state === 'suspended' && (
              <Button size="small" variant="primary" busy={reinstate.isPending} onClick={reinstate.run}>
                {t('member.reinstate')}
              </Button>
            )}
            <Button
              size="small"
              icon={Pencil}
              onClick={() => show(<ChangeMemberDialog member={member} onClose={close} />)}
            >
              {t('member.change')}
            </Button>
          </>
        )
      }
      onClose={onClose}
    >
      <SheetSection>
        {failure !== undefined && (
          <div className="mb-4">
            <Note variant="danger" title={t(resend.error ? 'member.sendFailed' : 'member.reinstateFailed')}>
              {failure}
            </Note>
          </div>
        )}
        {isExpired && (
          <div className="mb-4">
            <Note variant="warning">{t('member.linkExpired')}</Note>
          </div>
        )}
        <MemberFacts member={member} />
      </SheetSection>
      <Roles member={member} />
      {state !== 'ended' && (
        <EndSection
          member={member}
          onLeave={onLeave}
          onSuspend={() => show(<SuspendDialog member={member} onClose={close} />)}
          onReset={() => show(<ResetFactorsDialog member={member} onClose={close} />)}
          onEnd={() => show(<EndDialog member={member} onClose={close} />)}
        />
      )}
      {dialogSlot}
    </Sheet>
  );
}
