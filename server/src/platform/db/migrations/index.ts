import type { Migration } from 'kysely/migration';
import { up as scope } from './001-scope.ts';
import { up as records } from './002-records.ts';
import { up as access } from './003-access.ts';
import { up as security } from './004-row-level-security.ts';
import { up as search } from './005-search.ts';
import { up as jobs } from './006-jobs.ts';
import { up as centerActs } from './007-center-acts.ts';
import { up as doctorAccounts } from './008-doctor-accounts.ts';
import { up as administration } from './009-administration.ts';
import { up as operations } from './010-operations.ts';
import { up as messages } from './011-messages.ts';
import { up as support } from './012-support.ts';
import { up as secondLock } from './013-second-lock.ts';
import { up as accountLinks } from './014-account-links.ts';
import { up as purge } from './015-purge.ts';
import { up as flatLists } from './016-flat-lists.ts';
import { up as imaging } from './020-imaging.ts';
import { up as frameCache } from './021-frame-cache.ts';
import { up as verification } from './022-verification.ts';
import { up as dicomWeb } from './024-dicomweb.ts';
import { up as apiTokens } from './025-api-tokens.ts';
import { up as tokensEnd } from './026-tokens-end.ts';
import { up as uploads } from './027-uploads.ts';
import { up as wrongPatient } from './030-wrong-patient.ts';
import { up as auditChain } from './035-audit-chain.ts';
import { up as letterCase } from './036-letter-case.ts';
import { up as sessionsShown } from './038-sessions-shown.ts';
import { up as documents } from './039-documents.ts';
import { up as auditRead } from './040-audit-read.ts';
import { up as blocks } from './044-blocks.ts';
import { up as uploadDays } from './047-upload-days.ts';
import { up as purgeUploads } from './048-purge-uploads.ts';
import { up as alarms } from './049-alarms.ts';
import { up as lookNotices } from './050-look-notices.ts';
import { up as requestCounts } from './054-request-counts.ts';
import { up as endGrants } from './057-end-grants.ts';
import { up as suspension } from './058-suspension.ts';
import { up as uploadsHeld } from './059-uploads-held.ts';
import { up as compared } from './060-compared.ts';
import { up as leftOut } from './061-left-out.ts';
import { up as schemaFiles } from './062-schema-files.ts';

/** All migrations, forward only, never edited once landed. */
export const migrations: Record<string, Migration> = {
  '001-scope': { up: scope },
  '002-records': { up: records },
  '003-access': { up: access },
  '004-row-level-security': { up: security },
  '005-search': { up: search },
  '006-jobs': { up: jobs },
  '007-center-acts': { up: centerActs },
  '008-doctor-accounts': { up: doctorAccounts },
  '009-administration': { up: administration },
  '010-operations': { up: operations },
  '011-messages': { up: messages },
  '012-support': { up: support },
  '013-second-lock': { up: secondLock },
  '014-account-links': { up: accountLinks },
  '015-purge': { up: purge },
  '016-flat-lists': { up: flatLists },
  '020-imaging': { up: imaging },
  '021-frame-cache': { up: frameCache },
  '022-verification': { up: verification },
  '024-dicomweb': { up: dicomWeb },
  '025-api-tokens': { up: apiTokens },
  '026-tokens-end': { up: tokensEnd },
  '027-uploads': { up: uploads },
  '030-wrong-patient': { up: wrongPatient },
  '035-audit-chain': { up: auditChain },
  '036-letter-case': { up: letterCase },
  '038-sessions-shown': { up: sessionsShown },
  '039-documents': { up: documents },
  '040-audit-read': { up: auditRead },
  '044-blocks': { up: blocks },
  '047-upload-days': { up: uploadDays },
  '048-purge-uploads': { up: purgeUploads },
  '049-alarms': { up: alarms },
  '050-look-notices': { up: lookNotices },
  '054-request-counts': { up: requestCounts },
  '057-end-grants': { up: endGrants },
  '058-suspension': { up: suspension },
  '059-uploads-held': { up: uploadsHeld },
  '060-compared': { up: compared },
  '061-left-out': { up: leftOut },
  '062-schema-files': { up: schemaFiles },
};
