// The cookie of a session in the console. Over https it is a `__Host-` cookie, which no other host and no
// plain http can set. On this machine's own plain http, browsers differ (Chromium came to take Secure
// cookies there but not the prefix, Safari takes neither), so there it goes without both.

import { isLoopback } from '../settings/setting-addresses.ts'

export interface SessionCookie {
  readonly name: string
  /** Value of `Set-Cookie`. */
  set(token: string): string
  clear(): string
}

/**
 * Beyond this machine plain http gets the `__Host-` cookie, which browsers refuse there: no sign-in.
 * @param isTls whether this very request came over https, to us or to a trusted proxy that says so
 */
export function sessionCookieFor(consoleUrl: string, isTls: boolean): SessionCookie {
  const { protocol, hostname } = new URL(consoleUrl)
  const isPlain = !isTls && protocol === 'http:' && isLoopback(hostname)
  const name = isPlain ? 'svc-session' : '__Host-svc-session'
  const rest = `Path=/; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`
  return {
    name,
    set: (token) => `${name}=${token}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  }
}

/** undefined also where the cookie comes twice: one of the two was put there by somebody else. */
export function readCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  const [value, ...others] = values
  return others.length === 0 && value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}
