/** The channel on which a job's kind is told when it becomes due or is added. The table itself is made by migration 006. */
export const jobsChannel = 'medcloud_jobs';
