// Parses the `Retry-After` header (RFC 9110, section 10.2.3): seconds, or an HTTP date.

/**
 * Returns milliseconds from `nowMs`, 0 for a time in the past; undefined where the header is
 * missing or malformed.
 */
export function retryAfterMsOf(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  if (!httpDate.test(text)) return undefined
  const instantMs = Date.parse(text)
  return Number.isNaN(instantMs) ? undefined : Math.max(instantMs - nowMs, 0)
}

/**
 * The date format that RFC 9110, section 5.6.7, prescribes for senders; the two obsolete formats
 * are not accepted.
 */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
