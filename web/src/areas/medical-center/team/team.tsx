import { inviteMember } from '@medcloud/contract/routes/team';
import type { TeamMember } from '@medcloud/contract/shapes/team';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useMay } from '../../../app/session/use-may.ts';
import { useTeam } from '../../../calls/team.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { MemberList } from './member-list.tsx';

const InviteDialog = lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog);
const LeaveDialog = lazyComponent(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
const MemberSheet = lazyComponent(async () => (await import('./member-sheet.tsx')).MemberSheet);

/** Reads the open member from the URL, so the Back button closes the sheet. */
function useOpenMember(members: readonly TeamMember[] | undefined) {
  const [params, setParams] = useUrlParams();
  const openId = params.get('member');
  const open = (id: string | null) =>
    setParams((before) => withParam(before, 'member', id ?? ''), { replace: openId !== null });
  return { member: members?.find(({ id }) => id === openId), open };
}

/** Shows who works in the center. Who manages the team invites people and changes their roles. */
export function CenterTeam() {
  const t = useText('center/team');
  const isManaging = useMay()(inviteMember);
  const team = useTeam();
  const { member, open } = useOpenMember(team.data);
  const [dialog, setDialog] = useState<'invite' | 'leave' | null>(null);
  const close = () => setDialog(null);
  const invite = isManaging && (
    <Button variant="primary" icon={UserPlus} onClick={() => setDialog('invite')}>
      {t('invite.open')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={invite} />
      <MemberList
        team={team}
        openId={member?.id ?? null}
        {...(isManaging ? { onOpen: open } : {})}
        onLeave={() => setDialog('leave')}
      />
      {isManaging && member && (
        <MemberSheet key={member.id} member={member} onClose={() => open(null)} onLeave={() => setDialog('leave')} />
      )}
      {dialog === 'invite' && <InviteDialog onClose={close} />}
      {dialog === 'leave' && <LeaveDialog onClose={close} />}
    </>
  );
}
