import { plain, type Variants } from '../attempt.ts';
import { factsByRoute } from '../rows.ts';

const path = '/api/admin/billing/statements';

export const bank: Variants = {
  [`POST ${path} default`]: plain(() => ({ method: 'POST', path })),
  [`POST ${path}/columns default`]: plain(() => ({
    method: 'POST',
    path: `${path}/columns`,
    json: factsByRoute[`POST ${path}/columns`]?.body,
  })),
  [`POST ${path}/columns bad_fields`]: plain(() => ({
    method: 'POST',
    path: `${path}/columns`,
    json: { headings: ['Day', 'Sum'], columns: { day: 0 } },
  })),
};
