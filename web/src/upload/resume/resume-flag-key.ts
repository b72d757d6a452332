/** Local storage key that is set once an upload was stored. Without it, a page does not open the database. */
export const resumeFlagKey = 'medcloud-uploads-kept';
