// Reads the `Retry-After` of an answer (RFC 9110, section 10.2.3): seconds, or an HTTP date.

/** Milliseconds from `nowMs`, 0 for what has passed; undefined where it says nothing that can be read. */
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

/** The form that RFC 9110, section 5.6.7, has senders use; the two it calls obsolete are not read. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
