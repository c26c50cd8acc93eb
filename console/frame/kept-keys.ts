// What stays in this browser after signing out, although the site data is cleared: appearance
// settings and hidden columns. None of it is secret.

/** Prefix of the storage keys of what users have saved. */
export const keptKeyPrefix = 'svc-kept-'

const themeKey = 'svc-theme'

/** Returns a function that restores the values. */
export function takeKept(): () => void {
  const keys = Object.keys(localStorage)
  const kept = keys
    .filter((key) => key === themeKey || key.startsWith(keptKeyPrefix))
    .map((key) => [key, localStorage.getItem(key) ?? ''] as const)
  return () => {
    for (const [key, value] of kept) localStorage.setItem(key, value)
  }
}
