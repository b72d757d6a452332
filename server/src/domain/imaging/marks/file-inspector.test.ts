import { deflateSync } from 'node:zlib';
import { SNIFF_BYTES } from '@medcloud/dicom';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../members/member-access.ts';
import { FileInspector } from './file-inspector.ts';

const inspect = (bytes: Uint8Array) =>
  new FileInspector().inspectOther(createMemoryAccess(bytes), bytes.subarray(0, SNIFF_BYTES));
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const pdf = (body: string | Buffer) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(body), Buffer.from('\n%%EOF\n')]);
const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(`1 0 obj << ${dictionary} >> stream\r\n`), bytes, Buffer.from('\nendstream endobj')]);
const script = Buffer.from('91 0 << /S /JavaScript /JS (app.alert(1)) >>');
const hidden = Buffer.from(`${script.toString('hex').replace(/../g, '$& ')}>`);
// PNG's filter Sub on one row
const predicted = Buffer.from([1, ...script.map((byte, at) => byte - (script[at - 1] ?? 0))]);
const zip = (name: string) => buildZip([{ name, content: 'x' }]);
const compound = (text: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text, 'utf16le')]);

describe('inspectOther', () => {
  it.each<[string, string, Uint8Array]>([
    ['program', 'a Windows program', Buffer.from('MZ\x90\0\x03')],
    ['program', 'an ELF program', Buffer.from('7f454c4602010100', 'hex')],
    ['program', 'a Mach-O program', Buffer.from('cffaedfe07000001', 'hex')],
    ['program', 'a Java archive', zip('META-INF/MANIFEST.MF')],
    ['script', 'a shell script', Buffer.from('#!/bin/sh\nrm -r /')],
    ['script', 'a batch file', Buffer.from('\r\n@echo off\r\nviewer')],
    ['script', 'the start file of a CD', Buffer.from('; CD\r\n[AutoRun]\r\nopen=viewer')],
    ['script', 'a PowerShell script in UTF-16', utf16('$a = 1\nInvoke-Expression $a')],
    ['script', 'a page', Buffer.from('\n<!-- CD --><HTML><body>')],
    ['script', 'a Visual Basic script', Buffer.from('Set s = CreateObject("WScript.Shell")')],
    ['archive', 'an archive within the archive', zip('a.txt')],
    ['archive', 'a 7z archive', Buffer.from('377abcaf271c0004', 'hex')],
    ['active-document', 'a document with macros', zip('word/vbaProject.bin')],
    ['active-document', 'an old document with macros', compound('_VBA_PROJECT')],
    ['active-document', 'rich text with an object', Buffer.from('{\\rtf1{\\object\\objdata 01}}')],
    ['active-document', 'a PDF with JavaScript', pdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['active-document', 'a PDF with an escaped name', pdf('<< /S /J#61vaScr#69pt /JS (1) >>')],
    ['active-document', 'a PDF that acts when it opens', pdf('<< /OpenAction 5 0 R >>')],
    ['active-document', 'a PDF that launches a program', pdf('<< /S /Launch /F (a.exe) >>')],
    ['active-document', 'a PDF with an embedded file', pdf('<< /Type /EmbeddedFile >>')],
    [
      'active-document',
      'a PDF with JavaScript in an object stream',
      pdf(stream('/Type /ObjStm', deflateSync('/JavaScript'))),
    ],
    ['unchecked', 'an encrypted PDF', pdf('<< /Encrypt 4 0 R >>')],
    [
      'unchecked',
      'an object stream with another filter',
      pdf(stream('/Type /Obj#53tm /Filter /LZWDecode', Buffer.from('x'))),
    ],
    [
      'unchecked',
      'an object stream in hexadecimal digits, far behind its name',
      pdf(stream(`/Type /ObjStm ${' '.repeat(3_000)} /Filter /ASCIIHexDecode`, hidden)),
    ],
    [
      'unchecked',
      'an object stream in hexadecimal digits, behind a text that looks like the start of an object',
      pdf(stream('/Type /ObjStm /X ( obj) /Filter /ASCIIHexDecode', hidden)),
    ],
    [
      'unchecked',
      'an object stream in hexadecimal digits that are compressed',
      pdf(stream('/Type /ObjStm /Filter [/FlateDecode /AHx]', deflateSync(hidden))),
    ],
    [
      'unchecked',
      'an object stream that is compressed twice',
      pdf(stream('/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(script)))),
    ],
    ['unchecked', 'an object stream with a predictor', pdf(stream('/Type /ObjStm', deflateSync(predicted)))],
    ['unchecked', 'a damaged stream', pdf(stream('', Buffer.from('789cffffffffff', 'hex')))],
    ['unchecked', 'a PDF that ends early', Buffer.from('%PDF-1.7\nstream')],
  ])('marks as %s %s', async (mark, _, bytes) => {
    expect(await inspect(bytes)).toEqual({ mark, document: null });
  });

  it.each<[string, 'pdf' | null, Uint8Array]>([
    ['a PDF', 'pdf', pdf(stream('/Type /ObjStm', deflateSync('1 0 << /Type /Page >>')))],
    ['a PDF that opens at a page', 'pdf', pdf('<< /OpenAction [3 0 R /Fit] >>')],
    ['a letter without macros', null, zip('[Content_Types].xml')],
    ['an old letter without macros', null, compound('WordDocument')],
    ['text', null, Buffer.from('Ασθενής: Μαρία\nremarks: none')],
    ['binary data', null, Buffer.from([0, 1, 2, 3])],
  ])('does not mark %s', async (_, document, bytes) => {
    expect(await inspect(bytes)).toEqual({ mark: null, document });
  });
});
