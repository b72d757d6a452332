import { isIP } from 'node:net';
import { limits, routes } from '@medcloud/contract';
import { isLoopbackHost } from '../../platform/config/addresses.ts';
import { handler } from '../server/handler.ts';

export const publicSettings = handler(routes.portal.publicSettings, async ({ config, listedPrices }) => ({
  ...(isLoopbackHost(config.publicUrl.hostname) ? { adminEmail: config.adminEmail } : {}),
  operator: config.operator,
  mailConfirms: config.canConfirmByMail,
  payments: config.payments !== null,
  trialDays: config.billing.trialDays,
  prices: await listedPrices(),
  timeZone: config.timeZone,
  passwordChangeFirst: config.posture === 'production',
  passkeysAt: isIP(config.passkeyDomain) === 0 ? config.publicUrl.origin : null,
  passwordMin: config.posture === 'production' ? limits.productionPasswordMin : limits.signupPasswordMin,
}));
