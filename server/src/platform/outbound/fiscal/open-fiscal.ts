import type { FiscalSettings } from '../../config/billing/fiscal-url.ts';
import { openFiscalFiles } from './fiscal-files.ts';
import type { FiscalGateway } from './fiscal-gateway.ts';
import { openMyData } from './mydata.ts';

/** Opens the driver of FISCAL_URL. Connects only when a document is sent. */
export function openFiscal(settings: FiscalSettings): FiscalGateway {
  return settings.driver === 'file' ? openFiscalFiles(settings.folder) : openMyData(settings);
}
