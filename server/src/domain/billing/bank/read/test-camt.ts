/** The account of the test files. */
export const testIban = 'GR1601101250000000012300695';

/** One entry of a test file. The versions 02 to 07 and 08 to 13 write its state and names differently. */
export interface TestEntry {
  amount?: string;
  currency?: string;
  direction?: 'CRDT' | 'DBIT';
  status?: 'BOOK' | 'PDNG';
  day?: string;
  reference?: string;
  payer?: string;
  creditorReference?: string;
  text?: string[];
  isReturn?: boolean;
}

/** Writes a camt.053 file of a version, `02` to `13`. */
export function writeCamt(version: string, entries: readonly TestEntry[], iban = testIban): string {
  const body = entries.map((entry) => writeEntry(Number(version), entry)).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-28T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>2026-332</Id><CreDtTm>2026-11-28T06:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>
${body}
</Stmt></BkToCstmrStmt></Document>`;
}

function writeEntry(version: number, entry: TestEntry): string {
  const { amount = '480.00', currency = 'EUR', direction = 'CRDT', status = 'BOOK', day = '2026-11-27' } = entry;
  const isNew = version >= 8;
  const name = entry.payer === undefined ? '' : `<Nm>${entry.payer}</Nm>`;
  const role = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const party = isNew ? `<Pty>${name}</Pty>` : name;
  const own =
    entry.creditorReference === undefined
      ? ''
      : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${entry.creditorReference}</Ref></CdtrRefInf></Strd>`;
  const texts = (entry.text ?? []).map((text) => `<Ustrd>${text}</Ustrd>`).join('');
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
<Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
${entry.reference === undefined ? '' : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`}
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><${role}>${party}</${role}></RltdPties>
<RmtInf>${texts}${own}</RmtInf>${entry.isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls></NtryDtls></Ntry>`;
}
