import type { DataSet } from '@medcloud/dicom/json';
import { expect, it } from 'vitest';
import { parseReports } from './report.ts';

const formatter = { formatMoment: (text: string) => `<${text}>`, formatReference: (to: string) => `to ${to}` };

const code = (meaning: string, value = '') => ({
  Value: [{ '00080100': { Value: [value] }, '00080104': { Value: [meaning] } }],
});

/** A content item with a value type, a name, its content and its children. */
function item(kind: string, name: string, content: DataSet, children: DataSet[] = []): DataSet {
  const nameAttribute = name === '' ? {} : { '0040A043': code(name) };
  return { '0040A040': { Value: [kind] }, ...nameAttribute, ...content, '0040A730': { Value: children } };
}

const numericContent = (value: string, unit: string) => ({
  '0040A300': { Value: [{ '0040A30A': { Value: [value] }, '004008EA': code('a unit', unit) }] },
});

it('lists a report in the order of its content tree: headings, texts, codes, numbers, names and dates', () => {
  const diameter = item('NUM', 'Diameter', numericContent('2.5', 'cm'), [
    item('CODE', 'Site', { '0040A168': code('Liver', 'T-62000') }),
    item('SCOORD', 'Outline', {}),
  ]);
  const set: DataSet = {
    '00080018': { Value: ['1.2'] },
    '00080023': { Value: ['20010213'] },
    '00100010': { Value: [{ Alphabetic: 'Doe^John' }] },
    '0040A043': code('Diagnosis'),
    '0040A073': { Value: [{ '0040A075': { vr: 'PN', Value: [{ Alphabetic: 'Riesmeier^Jörg' }] } }] },
    '0040A491': { Value: ['PARTIAL'] },
    '0040A493': { Value: ['VERIFIED'] },
    '0040A730': {
      Value: [
        item('PNAME', 'Observer', { '0040A123': { Value: [{ Alphabetic: 'Roe^Jane' }] } }),
        item('CONTAINER', 'Findings', {}, [
          item('TEXT', '', { '0040A160': { Value: ['A mass\r\nof\rfat <b>'] } }),
          diameter,
        ]),
        item('CONTAINER', '', {}, [
          item('NUM', 'Score', numericContent('3', '1')),
          item('NUM', 'Rate', numericContent('4', '{beats}/min')),
        ]),
        item('DATE', 'Date', { '0040A121': { Value: ['20001206'] } }),
        item('NUM', 'Empty', { '0040A300': { Value: [] } }),
        { '0040DB73': { Value: [1, 2] } },
      ],
    },
  };
  const [report] = parseReports([set], formatter);
  expect(report).toMatchObject({ patient: 'Doe John', day: '<20010213>' });
  expect(report).toMatchObject({ title: 'Diagnosis', isPartial: true, isVerified: true, verifiedBy: 'Riesmeier Jörg' });
  expect(
    report?.lines.map(({ depth, isHeading, name, value }) => [depth, isHeading ? `# ${name}` : name, value]),
  ).toEqual([
    [0, 'Observer', 'Roe Jane'],
    [0, '# Findings', ''],
    [1, '', 'A mass\nof\nfat <b>'],
    [1, 'Diameter', '2.5 cm'],
    [2, 'Site', 'Liver'],
    [2, 'Outline', 'to place'],
    [1, 'Score', '3'],
    [1, 'Rate', '4 beats/min'],
    [0, 'Date', '<20001206>'],
  ]);
});

const text = (value: string, children?: DataSet): DataSet => ({
  '0040A040': { Value: ['TEXT'] },
  '0040A160': { Value: [value] },
  ...(children ? { '0040A730': { Value: [children] } } : {}),
});

it('truncates a report that is too long or too deep, and returns none for data sets without content', () => {
  const long = { '0040A730': { Value: Array.from({ length: 5_000 }, () => text('again')) } };
  expect(parseReports([long], formatter)[0]).toMatchObject({ isTruncated: true, lines: { length: 2_000 } });
  let deep = text('deepest');
  for (let depth = 0; depth < 100; depth++) deep = text('deeper', deep);
  expect(parseReports([{ '0040A730': { Value: [deep] } }], formatter)[0]?.lines).toHaveLength(33);
  expect(parseReports([{}, { '0040A730': { Value: [] } }], formatter)).toEqual([]);
  expect(parseReports(Array(50).fill(long), formatter)).toHaveLength(20);
});
