// The words that Smile ID writes where it has nothing to say. Pure.

const absent: ReadonlySet<string> = new Set(['', 'not available', 'n/a', 'null', 'undefined'])

export function isAbsent(text: string): boolean {
  return absent.has(text.trim().toLowerCase())
}
