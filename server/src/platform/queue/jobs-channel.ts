/** NOTIFY channel for the kind of a job that was added or became due. Migration 006 creates the table. */
export const jobsChannel = 'medcloud_jobs';
