import { centerPlans, doctorPlans } from '@medcloud/contract';
import { describe, expect, it } from 'vitest';
import { fillPrices } from './price-page.ts';

const built = { doctor: doctorPlans, center: centerPlans };
const page =
  '<b><span lang="en" data-price="basic.month.en">€150</span></b> <span data-price="basic.charged.el">540\u00a0€</span> <i data-price="yearly.saved.en">€120</i> €150';

describe('fillPrices', () => {
  it('changes nothing at the prices of the build', () => {
    expect(fillPrices(page, built)).toBe(page);
  });

  it('replaces each amount in its language, and no other text', () => {
    const basic = { ...centerPlans.basic, monthlyCents: 16_650, quarterCents: 60_050 };
    const yearly = { ...doctorPlans.yearly, chargedCents: 50_000 };
    const prices = { doctor: { ...doctorPlans, yearly }, center: { ...centerPlans, basic } };
    expect(fillPrices(page, prices)).toBe(
      '<b><span lang="en" data-price="basic.month.en">€166.50</span></b> <span data-price="basic.charged.el">600,50\u00a0€</span> <i data-price="yearly.saved.en">€100</i> €150',
    );
  });

  it('leaves a name that it does not know', () => {
    const unknown = '<i data-price="gold.month.en">€1</i>';
    expect(fillPrices(unknown, built)).toBe(unknown);
  });
});
