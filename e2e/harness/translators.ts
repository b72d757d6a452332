import { adminText } from '@medcloud/web/src/text/admin.ts';
import { adminListsText } from '@medcloud/web/src/text/admin-lists.ts';
import { authText } from '@medcloud/web/src/text/auth.ts';
import { centerText } from '@medcloud/web/src/text/center.ts';
import { commonText } from '@medcloud/web/src/text/common.ts';
import { consentText } from '@medcloud/web/src/text/consent.ts';
import { contactText } from '@medcloud/web/src/text/contact.ts';
import { doctorText } from '@medcloud/web/src/text/doctor.ts';
import { doctorAccountText } from '@medcloud/web/src/text/doctor-account.ts';
import { downloadText } from '@medcloud/web/src/text/download.ts';
import { frameText } from '@medcloud/web/src/text/frame.ts';
import { inboxText } from '@medcloud/web/src/text/inbox.ts';
import { landingText } from '@medcloud/web/src/text/landing.ts';
import { operationsText } from '@medcloud/web/src/text/operations.ts';
import { supportText } from '@medcloud/web/src/text/support.ts';
import { translatorOf } from '@medcloud/web/src/text/translate.ts';
import { uploadText } from '@medcloud/web/src/text/upload.ts';
import { uploadPageText } from '@medcloud/web/src/text/upload-page.ts';

export type Language = 'en' | 'el';

/** Returns the screen texts of one language by area and key, so one script works in both languages. */
export function createTranslators(language: Language) {
  return {
    language,
    common: translatorOf(commonText, language),
    auth: translatorOf(authText, language),
    frame: translatorOf(frameText, language),
    landing: translatorOf(landingText, language),
    contact: translatorOf(contactText, language),
    support: translatorOf(supportText, language),
    center: translatorOf(centerText, language),
    upload: translatorOf(uploadText, language),
    uploadPage: translatorOf(uploadPageText, language),
    download: translatorOf(downloadText, language),
    doctor: translatorOf(doctorText, language),
    doctorAccount: translatorOf(doctorAccountText, language),
    consent: translatorOf(consentText, language),
    admin: translatorOf(adminText, language),
    adminLists: translatorOf(adminListsText, language),
    inbox: translatorOf(inboxText, language),
    operations: translatorOf(operationsText, language),
  };
}

export type Translators = ReturnType<typeof createTranslators>;
