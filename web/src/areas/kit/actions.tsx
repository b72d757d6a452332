import { Ellipsis, Pencil, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../text/format.ts';
import { kitText } from '../../text/kit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { Badge } from '../../ui/data/badge.tsx';
import { ExamTypeBadge, examTypeNames } from '../../ui/data/exam-type-badge.tsx';
import { RelativeTime } from '../../ui/data/relative-time.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { RadioCards, RadioList } from '../../ui/forms/radio-cards.tsx';
import { Group } from './group.tsx';

export function Buttons() {
  const t = useText(kitText);
  const ui = useUiText();
  return (
    <>
      <Group title="Button, primary: rest, hover, pressed, focus, busy, disabled">
        <div className="flex flex-wrap gap-3">
          <Button variant="primary">{ui('action.save')}</Button>
          <Button variant="primary" className="bg-primary-hover">
            {ui('action.save')}
          </Button>
          <Button variant="primary" className="bg-primary-active">
            {ui('action.save')}
          </Button>
          <Button variant="primary" className="outline-2 outline-offset-2 outline-focus">
            {ui('action.save')}
          </Button>
          <Button variant="primary" busy busyLabel={ui('action.saving')}>
            {ui('action.save')}
          </Button>
          <Button variant="primary" reason={t('settle')}>
            {ui('action.save')}
          </Button>
        </div>
      </Group>
      <Group title="Quiet, ghost, danger, small, large, icon, menu">
        <div className="flex flex-wrap items-center gap-3">
          <Button>{ui('action.edit')}</Button>
          <Button variant="ghost">{ui('action.cancel')}</Button>
          <Button variant="danger">{t('withdraw')}</Button>
          <Button variant="dangerOutline">{t('reject')}</Button>
          <Button size="small">{ui('action.view')}</Button>
          <Button variant="primary" size="large">
            {ui('action.continue')}
          </Button>
          <Menu
            trigger={<IconButton icon={Ellipsis} label={ui('action.more')} />}
            items={[
              { label: ui('action.edit'), icon: Pencil, onSelect: () => undefined, hint: 'E' },
              { label: ui('action.upload'), icon: Upload, onSelect: () => undefined },
              { label: t('withdraw'), icon: Trash2, onSelect: () => undefined, danger: true, hasSeparator: true },
            ]}
          />
        </div>
      </Group>
    </>
  );
}

export function Choices() {
  const t = useText(kitText);
  const ui = useUiText();
  const format = useFormat();
  const [agreed, setAgreed] = useState(true);
  const [plan, setPlan] = useState('yearly');
  const [days, setDays] = useState('30');
  return (
    <>
      <Group title="Check, radio, switch of language">
        <div className="flex flex-wrap items-center gap-4">
          <Checkbox label={t('terms')} checked={agreed} onChange={setAgreed} />
          <Checkbox label={ui('status.inactive')} checked={false} onChange={setAgreed} />
          <RadioList
            label={t('gender')}
            value={plan}
            onChange={setPlan}
            options={[
              { value: 'yearly', title: t('yearly') },
              { value: 'monthly', title: t('monthly') },
            ]}
          />
          <LanguageSwitch />
        </div>
      </Group>
      <Group title="Cards to choose from">
        <RadioCards
          label={t('plan')}
          value={plan}
          onChange={setPlan}
          options={[
            {
              value: 'yearly',
              title: t('yearly'),
              badge: <Badge variant="info">{t('best')}</Badge>,
              figure: format.euros(3999),
              unit: t('perMonth'),
              note: t('yearlyNote'),
            },
            {
              value: 'monthly',
              title: t('monthly'),
              badge: <Badge>{t('quarterly')}</Badge>,
              figure: format.euros(4999),
              unit: t('perMonth'),
              note: t('monthlyNote'),
            },
          ]}
        />
        <RadioCards
          label={t('plan')}
          value={days}
          onChange={setDays}
          large
          options={['7', '30'].map((count) => ({
            value: count,
            title: t('days', { count: Number(count) }),
            note: t('until', { day: format.day('2026-12-21') }),
          }))}
        />
      </Group>
    </>
  );
}

export function Badges() {
  return (
    <>
      <Group title="Exam types">
        <div className="flex flex-wrap gap-2">
          {examTypeNames.map((type) => (
            <ExamTypeBadge key={type} type={type} />
          ))}
        </div>
      </Group>
      <Group title="States">
        <div className="flex flex-wrap gap-2">
          <StatusBadge status="processing" />
          <StatusBadge status="completed" />
          <StatusBadge status="needs-attention" />
          <StatusBadge status="withdrawn" />
          <StatusBadge status="pending" />
          <StatusBadge status="granted" />
          <StatusBadge status="denied" />
          <StatusBadge status="expired" />
          <StatusBadge status="revoked" />
          <StatusBadge status="active" />
          <StatusBadge status="pending-approval" />
        </div>
      </Group>
      <Group title="Times">
        <p className="flex flex-wrap gap-4">
          <RelativeTime at={new Date(Date.now() - 250_000).toISOString()} />
          <RelativeTime at={new Date(Date.now() + 21.1 * 86_400_000).toISOString()} />
        </p>
      </Group>
    </>
  );
}
