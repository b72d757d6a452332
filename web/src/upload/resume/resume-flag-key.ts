/** In local storage while uploads are remembered, so that a page without any opens no database. */
export const resumeFlagKey = 'medcloud-uploads-kept';
