import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { toLanguage } from '@medcloud/contract/languages';
import { calculateYearlySavingCents } from '@medcloud/contract/plans';
import type { ListedPrices } from '@medcloud/contract/shapes/billing/listed-prices';
import { formatPrice } from '../../platform/money/format-money.ts';

const compress = promisify(brotliCompress);

/** The amounts that a page shows, by the name in its `data-price` attributes. */
function amountsOf({ doctor, center }: ListedPrices): Readonly<Record<string, number>> {
  return {
    'yearly.month': doctor.yearly.monthlyCents,
    'yearly.charged': doctor.yearly.chargedCents,
    'yearly.saved': calculateYearlySavingCents(doctor),
    'monthly.month': doctor.monthly.monthlyCents,
    'monthly.charged': doctor.monthly.chargedCents,
    'basic.month': center.basic.monthlyCents,
    'basic.charged': center.basic.quarterCents,
    'premium.month': center.premium.monthlyCents,
    'premium.charged': center.premium.quarterCents,
  };
}

/** Replaces the amounts of a rendered page. `data-price` names amount and language: `basic.month.el`. */
export function fillPrices(html: string, prices: ListedPrices): string {
  const amounts = amountsOf(prices);
  return html.replace(
    /(data-price="([a-z]+\.[a-z]+)\.([a-z]+)"[^>]*>)[^<]*/g,
    (found, tag: string, name: string, language: string) => {
      const cents = amounts[name];
      return cents === undefined ? found : tag + formatPrice(cents, toLanguage(language));
    },
  );
}

export const compressPage = (html: string): Promise<Buffer> =>
  compress(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html),
    },
  });
