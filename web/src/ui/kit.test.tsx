import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Language } from '../lib/language.ts';
import { LanguageProvider } from '../text/language.tsx';
import { Button } from './actions/button.tsx';
import { Table } from './data/table.tsx';
import { EmptyState } from './feedback/empty-state.tsx';
import { Field } from './forms/field.tsx';
import { TextInput } from './forms/text-input.tsx';
import { TooltipProvider } from './overlays/tooltip.tsx';

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

describe('a field', () => {
  it('ties its label and its error to the control', () => {
    const html = renderHtml(
      <Field label="E-mail" error="Please enter a valid email address">
        <TextInput />
      </Field>,
    );
    const id = attribute(html, 'for');
    expect(html).toContain(`<input type="text" id="${id}" aria-describedby="${id}-note" aria-invalid="true"`);
    expect(html).toContain(`<p id="${id}-note"`);
  });

  it('says that it is optional, in the language in force', () => {
    const field = (
      <Field label="E-mail" optional>
        <TextInput />
      </Field>
    );
    expect(renderHtml(field)).toContain('(optional)');
    expect(renderHtml(field, 'el')).toContain('(προαιρετικό)');
    expect(renderHtml(field)).not.toContain('aria-invalid');
  });
});

describe('a button', () => {
  it('says what it is doing while it is busy', () => {
    const html = renderHtml(
      <Button busy busyLabel="Creating...">
        Create
      </Button>,
    );
    expect(html).toContain('Creating...');
    expect(attribute(html, 'aria-busy')).toBe('true');
    expect(attribute(html, 'aria-disabled')).toBe('true');
  });

  it('stays reachable where it cannot be pressed', () => {
    const html = renderHtml(<Button reason="Settle whose exam this is first.">Upload Exam</Button>);
    expect(attribute(html, 'aria-disabled')).toBe('true');
    expect(html).not.toMatch(/\sdisabled/);
  });

  it('draws a link as a button without a button around it', () => {
    const html = renderHtml(
      <Button asChild variant="primary">
        <a href="/doctor/patients">Retrieve Data</a>
      </Button>,
    );
    expect(html).toMatch(/^<a href="\/doctor\/patients" class="[^"]*bg-primary/);
  });
});

describe('a table', () => {
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

  it('shows skeleton rows, then what to do, then rows', () => {
    expect(renderHtml(table(undefined))).toContain('Loading');
    expect(renderHtml(table([]))).toContain('No patients found');
    expect(renderHtml(table([{ id: 'P-7K3M2QXH' }]))).toContain('P-7K3M2QXH</td>');
  });

  it('marks the open row for readers too', () => {
    const html = renderHtml(table([{ id: 'one' }, { id: 'two' }], 'two'));
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  });
});
