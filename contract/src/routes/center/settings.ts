import { route } from '../../route.ts';
import { centerSettings, centerSettingsChange } from '../../shapes/center/settings.ts';

const source = 'issue 20; docs/decisions/087';

export const settings = route({
  method: 'GET',
  path: '/api/medical-center/settings',
  access: 'center',
  needs: 'settings.manage',
  rate: 'general',
  summary: 'What the center requires of its members and its own account, and who has no second factor yet.',
  source,
  reply: centerSettings,
});

export const changeSettings = route({
  method: 'PATCH',
  path: '/api/medical-center/settings',
  access: 'center',
  needs: 'settings.manage',
  rate: 'general',
  summary:
    'Requires a second factor of all members and the center’s own account, or makes it optional, and changes how long their sessions may idle.',
  source,
  stepUp: true,
  body: centerSettingsChange,
  reply: centerSettings,
});
