/** Values of columns that several nouns read, as in the database's check constraints. */

/** File type of an exam's original, by its content. */
export type ExamContentName = 'dcm' | 'zip' | 'pdf' | 'jpg' | 'png';

/** Role of an account. `member`: a person whose only rights are memberships in centers. */
export type RoleName = 'admin' | 'doctor' | 'medical_center' | 'member';

/** Role of a session: a member of a center signs in as `medical_center`. */
export type SessionRole = Exclude<RoleName, 'member'>;

/** Returns the role that screens and the API have for an account: a member is somebody of a center. */
export const shownRole = (role: RoleName): SessionRole => (role === 'member' ? 'medical_center' : role);

export type DoctorState = 'pending' | 'verified' | 'pending_review' | 'suspended' | 'rejected' | 'closed';

export type ExamTypeName = 'mri' | 'ct' | 'xray' | 'blood' | 'ultrasound' | 'pet-ct' | 'other';

export type ExamStatusName = 'processing' | 'completed' | 'needs-attention' | 'withdrawn';

export type ImagingStateName = 'waiting' | 'ready' | 'failed';

/** Whether a virus scanner has checked an exam's original. `none`: no scanner was set when it arrived. */
export type ScanStateName = 'none' | 'waiting' | 'clean' | 'infected';

/** Why a scan gave no result. `limit`: the scanner's configuration limits it to smaller files. */
export type ScanFaultName = 'limit' | 'failed';

/** Kinds of the objects derived from an exam's original. */
export type DerivedKind = 'contents' | 'manifest' | 'thumbnail' | 'frames' | 'wrapped' | 'rendered';

export type AccessStatusName = 'pending' | 'granted' | 'denied' | 'expired' | 'revoked';
