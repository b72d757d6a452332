import { type Language, languages } from '@medcloud/contract/languages';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { LanguageProvider } from '../text/language.tsx';
import { loadTexts } from '../text/load-texts.ts';
import '../text/all-texts.ts';
import { Button } from './actions/button.tsx';
import { Table } from './data/table.tsx';
import { EmptyState } from './feedback/empty-state.tsx';
import { Field } from './forms/field.tsx';
import { Select } from './forms/select.tsx';
import { TextInput } from './forms/text-input.tsx';
import { TooltipProvider } from './overlays/tooltip.tsx';

beforeAll(async () => {
  for (const language of languages) await loadTexts(language, ['common']);
});

function renderHtml(content: ReactNode, language: Language = 'en'): string {
  return renderToStaticMarkup(
    <LanguageProvider initial={language}>
      <TooltipProvider>{content}</TooltipProvider>
    </LanguageProvider>,
  );
}

function attribute(html: string, name: string): string | undefined {
  return new RegExp(`${name}="([^"]*)"`).exec(html)?.[1];
}

describe('Field', () => {
  it('connects its label and its error to the control', () => {
    const html = renderHtml(
      <Field label="E-mail" error="Please enter a valid email address">
        <TextInput />
      </Field>,
    );
    const id = attribute(html, 'for');
    expect(html).toContain(`<input type="text" id="${id}" aria-describedby="${id}-note" aria-invalid="true"`);
    expect(html).toContain(`<p id="${id}-note"`);
  });

  it('marks an optional field in the current language', () => {
    const field = (
      <Field label="E-mail" isOptional>
        <TextInput />
      </Field>
    );
    expect(renderHtml(field)).toContain('(optional)');
    expect(renderHtml(field, 'el')).toContain('(προαιρετικό)');
    expect(renderHtml(field)).not.toContain('aria-invalid');
  });
});

describe('Select', () => {
  const options = [{ value: 'GR', label: 'Greece', hint: '+30' }];
  const select = (value: string, error?: string) => (
    <Field label="Country" error={error}>
      <Select value={value} onChange={() => undefined} options={options} placeholder="Choose a country" />
    </Field>
  );

  it('shows the placeholder until an option is chosen', () => {
    expect(renderHtml(select(''))).toMatch(/<option value="" disabled="" hidden="" selected="">Choose a country</);
    expect(renderHtml(select('no longer listed'))).toMatch(/hidden="" selected="">Choose a country</);
    expect(renderHtml(select('GR'))).toContain('<option value="GR" selected="">Greece (+30)</option>');
    expect(renderHtml(select('GR'))).not.toContain('Choose a country');
  });

  it('takes its id and state from its field', () => {
    const html = renderHtml(select('GR', 'Please choose a country'));
    const id = attribute(html, 'for');
    expect(html).toContain(`<select id="${id}" aria-describedby="${id}-note" aria-invalid="true"`);
  });
});

describe('Button', () => {
  it('shows busyLabel and is disabled while it is busy', () => {
    const html = renderHtml(
      <Button busy busyLabel="Creating...">
        Create
      </Button>,
    );
    expect(html).toContain('Creating...');
    expect(attribute(html, 'aria-busy')).toBe('true');
    expect(attribute(html, 'aria-disabled')).toBe('true');
  });

  it('stays focusable when a reason disables it', () => {
    const html = renderHtml(<Button reason="Confirm the patient first.">Upload Exam</Button>);
    expect(attribute(html, 'aria-disabled')).toBe('true');
    expect(html).not.toMatch(/\sdisabled/);
  });

  it('renders a link as a button without a button element around it', () => {
    const html = renderHtml(
      <Button asChild variant="primary">
        <a href="/doctor/patients">Retrieve Data</a>
      </Button>,
    );
    expect(html).toMatch(/^<a href="\/doctor\/patients" class="[^"]*bg-primary/);
  });
});

describe('Table', () => {
  const table = (rows: { id: string }[] | undefined, selectedKey?: string) => (
    <Table
      label="Patients"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[{ key: 'id', header: 'Patient ID', cell: (row) => row.id }]}
      phoneRow={(row) => ({ title: row.id })}
      empty={<EmptyState title="No patients found" />}
      {...(selectedKey ? { selectedKey } : {})}
    />
  );

  it('shows skeleton rows while it loads, the empty state without rows, and otherwise the rows', () => {
    expect(renderHtml(table(undefined))).toContain('Loading');
    expect(renderHtml(table([]))).toContain('No patients found');
    expect(renderHtml(table([{ id: 'P-7K3M2QXH' }]))).toContain('P-7K3M2QXH</td>');
  });

  it('marks the selected row with aria-current', () => {
    const html = renderHtml(table([{ id: 'one' }, { id: 'two' }], 'two'));
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  });
});
