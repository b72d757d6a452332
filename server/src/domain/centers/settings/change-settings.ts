import type { CenterSettings, CenterSettingsChange } from '@medcloud/contract/shapes/center/settings';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Reader } from '../../database.ts';
import { findSettings, listWithoutFactor, lockSettings, type SettingsRow, storeSettings } from './store.ts';

type ReadContext = Pick<AppContext, 'db' | 'settings'>;
type ChangeContext = ReadContext & Pick<AppContext, 'clock'>;

/** Returns what a center chose for its members and its own account, and who has no second factor yet. */
export async function readSettings(context: ReadContext, scope: CenterScope): Promise<CenterSettings> {
  return await context.db.read(scope, async (tx) => showSettings(context, tx, await findSettings(tx, scope.centerId)));
}

/**
 * Changes what a center chose. Open sessions follow at their next request. A second factor is required from today on, and each
 * person has the days of grace. The same values again have no effect.
 */
export async function changeSettings(
  context: ChangeContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  change: CenterSettingsChange,
): Promise<CenterSettings> {
  return await context.db.within(scope, async (tx) => {
    await lockSettings(tx, scope.centerId);
    const before = await findSettings(tx, scope.centerId);
    const after = applyChange(before, change, today(context));
    if (JSON.stringify(named(before)) === JSON.stringify(named(after))) return await showSettings(context, tx, before);
    await storeSettings(tx, scope.centerId, after);
    await record(tx, {
      event: 'center_settings_changed',
      ...toAuditFields(request),
      details: { before: named(before), after: named(after) },
    });
    await notifyClients(tx, { kind: 'account', ids: [scope.centerId], to: { centers: [scope.centerId] } });
    return await showSettings(context, tx, after);
  });
}

function applyChange(before: SettingsRow, { secondFactor, idleMinutes }: CenterSettingsChange, day: string) {
  const secondFactorFrom = secondFactor === 'required' ? (before.secondFactorFrom ?? day) : null;
  return {
    secondFactorFrom: secondFactor === undefined ? before.secondFactorFrom : secondFactorFrom,
    idleMinutes: idleMinutes ?? before.idleMinutes,
  };
}

/** The settings as the API and the audit log name them. */
const named = ({ secondFactorFrom, idleMinutes }: SettingsRow) => ({
  secondFactor: secondFactorFrom === null ? ('optional' as const) : ('required' as const),
  idleMinutes,
});

async function showSettings(
  context: Pick<AppContext, 'settings'>,
  tx: Reader,
  settings: SettingsRow,
): Promise<CenterSettings> {
  const without = await listWithoutFactor(tx);
  return {
    ...named(settings),
    secondFactorFrom: settings.secondFactorFrom,
    graceDays: context.settings.requiredFactor.graceDays,
    withoutFactor: {
      ownAccount: without.some(({ id }) => id === null),
      members: without.flatMap(({ id, displayName }) => (id === null ? [] : [{ id, displayName }])),
    },
  };
}
