import type { CenterSettings } from '@medcloud/contract/shapes/center/settings';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

/** Says since when a second factor is required, and who has none yet, by name. */
export function WithoutFactor({ settings }: { settings: CenterSettings }) {
  const t = useText('center/team.settings');
  const format = useFormat();
  const { secondFactorFrom, withoutFactor } = settings;
  const { ownAccount, members } = withoutFactor;
  const count = members.length + (ownAccount ? 1 : 0);
  const since = secondFactorFrom !== null && <p>{t('factor.since', { day: format.day(secondFactorFrom) })}</p>;
  if (count === 0)
    return (
      <Note variant="success" title={t('factor.none')}>
        {since}
      </Note>
    );
  return (
    <Note variant={secondFactorFrom === null ? 'info' : 'warning'} title={t('factor.missing', { count })}>
      {since}
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
        {ownAccount && <li>{t('factor.own')}</li>}
        {members.map(({ id, displayName }) => (
          <li key={id}>
            <bdi>{displayName}</bdi>
          </li>
        ))}
      </ul>
    </Note>
  );
}
