// What this browser keeps of the console when somebody signs out, though the browser is told to forget all of
// the site: how it looks, and what a member has put together. Nothing of it is a secret.

/** Of the names, in the browser's storage, of what members have put together. */
export const keptKeyPrefix = 'svc-kept-'

const themeKey = 'svc-theme'

/** @returns puts all of it back */
export function takeKept(): () => void {
  const keys = Object.keys(localStorage)
  const kept = keys
    .filter((key) => key === themeKey || key.startsWith(keptKeyPrefix))
    .map((key) => [key, localStorage.getItem(key) ?? ''] as const)
  return () => {
    for (const [key, value] of kept) localStorage.setItem(key, value)
  }
}
