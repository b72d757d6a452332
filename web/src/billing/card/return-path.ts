/** The key in the tab's session storage. */
const key = 'payment-return';

/** Remembers in this tab where the user was before paying. */
export function rememberPath(path: string): void {
  try {
    window.sessionStorage.setItem(key, path);
  } catch {
    // the browser forbids it: the billing page opens after the payment, and no more
  }
}

/** Returns where the user was before paying; null if that was the billing page, or is not known. */
export function readRememberedPath(billingPath: string): string | null {
  try {
    const path = window.sessionStorage.getItem(key);
    return path === null || !/^\/[a-z]/.test(path) || path.startsWith(billingPath) ? null : path;
  } catch {
    return null;
  }
}
