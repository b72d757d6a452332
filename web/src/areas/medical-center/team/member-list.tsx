import type { MedicalCenterEntry } from '@medcloud/contract/shapes/accounts';
import type { TeamMember } from '@medcloud/contract/shapes/team';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/session.tsx';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useTeam } from '../../../calls/team.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { RoleBadges, StateBadge } from './member-badges.tsx';

/** The center's own account, which is always the first. */
interface OwnAccount extends Pick<MedicalCenterEntry, 'name' | 'centerId'> {
  isSelf: boolean;
}

type Row = { account: OwnAccount; member?: undefined } | { member: TeamMember; account?: undefined };

const keyOf = ({ member }: Row) => member?.id ?? 'own';

function Name({ row: { member, account } }: { row: Row }) {
  const t = useText('center/team');
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <bdi className="truncate">{member ? member.displayName : account.name}</bdi>
      {(member ?? account).isSelf && <Badge variant="info">{t('you')}</Badge>}
    </span>
  );
}

/** What a member types to sign in; beside that of the own account, what it is. */
function SignInName({ row: { member, account }, centerId }: { row: Row; centerId: string }) {
  const t = useText('center/team');
  if (member) return <span className="code">{`${centerId}/${member.username}`}</span>;
  return (
    <span>
      <span className="code">{account.centerId}</span> · {t('own')}
    </span>
  );
}

/** When a member last signed in, and whether with a second factor alone. */
function SignIn({ member }: { member: TeamMember }) {
  const t = useText('center/team');
  if (member.lastSignInAt === undefined) return null;
  return (
    <span className="text-small text-ink-muted">
      {member.lastSignInAt === null ? t('never') : <RelativeTime at={member.lastSignInAt} />}
      {member.hasFactor !== undefined && member.state !== 'invited' && (
        <span className="block">{t(member.hasFactor ? 'withFactor' : 'withoutFactor')}</span>
      )}
    </span>
  );
}

const rolesOf = ({ member }: Row) => member?.roles ?? (['owner'] as const);

interface MemberListProps {
  team: ReturnType<typeof useTeam>;
  openId: string | null;
  /** Absent for who does not manage the team. */
  onOpen?: (id: string) => void;
  onLeave: () => void;
}

function useColumns({ openId, onOpen }: MemberListProps, centerId: string): Column<Row>[] {
  const t = useText('center/team');
  const signIn: Column<Row> = {
    key: 'sign-in',
    header: t('field.lastSignIn'),
    isWideOnly: true,
    cell: ({ member }) => member && <SignIn member={member} />,
  };
  return [
    {
      key: 'name',
      header: t('field.name'),
      width: '40%',
      cell: (row) => <TwoLines first={<Name row={row} />} second={<SignInName {...{ row, centerId }} />} />,
    },
    { key: 'roles', header: t('field.roles'), cell: (row) => <RoleBadges roles={rolesOf(row)} /> },
    {
      key: 'state',
      header: t('field.state'),
      cell: ({ member }) => <StateBadge state={member?.state ?? 'active'} />,
    },
    ...(onOpen !== undefined && openId === null ? [signIn] : []),
  ];
}

function PastButton({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) {
  const t = useText('center/team');
  return (
    <Button
      variant="ghost"
      size="small"
      icon={isOpen ? ChevronUp : ChevronDown}
      aria-expanded={isOpen}
      onClick={onToggle}
      className="-ml-2.5"
    >
      {t('past', { count })}
    </Button>
  );
}

/** Lists the center's own account, the members, and on demand those who left. */
export function MemberList(props: MemberListProps) {
  const { team, openId, onOpen, onLeave } = props;
  const t = useText('center/team');
  const { medicalCenter, member: own } = useSession();
  const [isPastShown, setPastShown] = useState(false);
  const centerId = medicalCenter?.centerId ?? '';
  const columns = useColumns(props, centerId);
  const { data, error, isFetching, refetch } = team;
  const present = data?.filter(({ state }) => state !== 'ended');
  const past = data?.filter(({ state }) => state === 'ended') ?? [];
  const isOpenable = onOpen !== undefined;
  const rows: Row[] | undefined = present && [
    ...(medicalCenter ? [{ account: { ...medicalCenter, isSelf: own === undefined } }] : []),
    ...present.map((member) => ({ member })),
    ...(isPastShown ? past.map((member) => ({ member })) : []),
  ];
  return (
    <>
      {present?.length === 0 && (
        <div className="mb-4">
          <Note live="off">{t('none')}</Note>
        </div>
      )}
      <Table
        label={t('label')}
        rows={rows}
        rowKey={keyOf}
        columns={columns}
        selectedKey={openId}
        {...(isOpenable ? { onOpen: ({ member }: Row) => member && onOpen(member.id) } : {})}
        canOpen={({ member }) => member !== undefined}
        phoneRow={(row) => ({
          title: <Name row={row} />,
          subtitle: (
            <>
              <SignInName {...{ row, centerId }} />
              <RoleBadges roles={rolesOf(row)} />
            </>
          ),
          badge: row.member && row.member.state !== 'active' && <StateBadge state={row.member.state} />,
          // nothing to open
          ...(row.account ? { action: null } : {}),
        })}
        error={error && !data && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        {past.length > 0 && (
          <PastButton count={past.length} isOpen={isPastShown} onToggle={() => setPastShown(!isPastShown)} />
        )}
        {own && present && !isOpenable && (
          <Button size="small" onClick={onLeave} className="ml-auto">
            {t('leave.open')}
          </Button>
        )}
      </div>
    </>
  );
}
