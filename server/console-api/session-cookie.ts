// The cookies of the console: the session's, and that of a visit to the bank's directory. Over https each has the
// prefix `__Host-`, so no other host and no plain http can set it. Over plain http on this machine it has neither the
// prefix nor `Secure`, because browsers differ there (Chromium accepts Secure cookies but not the prefix, Safari
// accepts neither).

import { isLoopback } from '../settings/setting-addresses.ts'

interface SessionCookie {
  readonly name: string
  /** Value of `Set-Cookie`. */
  set(token: string): string
  clear(): string
}

/**
 * Over plain http to another machine the cookie is `__Host-` too. Browsers refuse it there, so nobody can sign in.
 * @param isTls whether this request came over https, to this server or to a trusted proxy that says so
 */
export function sessionCookieFor(consoleUrl: string, isTls: boolean): SessionCookie {
  return cookieFor('svc-session', consoleUrl, isTls)
}

/**
 * The cookie of a browser that visits the bank's directory. It may be SameSite=Strict like the other: the directory
 * sends the browser to a page of the console, and the page sends the cookie.
 */
export function visitCookieFor(consoleUrl: string, isTls: boolean): SessionCookie {
  return cookieFor('svc-visit', consoleUrl, isTls)
}

function cookieFor(plainName: string, consoleUrl: string, isTls: boolean): SessionCookie {
  const { protocol, hostname } = new URL(consoleUrl)
  const isPlain = !isTls && protocol === 'http:' && isLoopback(hostname)
  const name = isPlain ? plainName : `__Host-${plainName}`
  const rest = `Path=/; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`
  return {
    name,
    set: (token) => `${name}=${token}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  }
}

/** Returns undefined also if the cookie is sent twice, because someone else set one of the two. */
export function readCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  const [value, ...others] = values
  return others.length === 0 && value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}
