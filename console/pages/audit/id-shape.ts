// Tells an id from other text.

/** Any kind of id: its prefix, then 26 characters. */
export function isIdText(text: string | undefined): text is string {
  return text !== undefined && /^[a-z]{2,5}_[0-9a-z]{26}$/.test(text)
}
