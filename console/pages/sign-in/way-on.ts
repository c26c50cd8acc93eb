// Where a sign-in leads to: only to a page of this console, whatever the address says.

/** Accepts only paths of this console. */
export function wayOn(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/'
}
