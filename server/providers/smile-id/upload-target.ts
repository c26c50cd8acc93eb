// Where the pictures may be sent. The link comes out of an unsigned answer, so it must not be able to
// make us deliver pictures, or any request, to an address inside the bank's network. Pure.

import { isIP, isIPv4 } from 'node:net'

/**
 * The link as an URL, or undefined when it must not be called.
 * - Smile ID on this machine (a stand-in): the link must be on this machine too; plain HTTP is fine if
 *   Smile ID's own address is plain.
 * - Smile ID anywhere else: HTTPS, and a named host (whose certificate gets checked) unless it is
 *   Smile ID's own.
 */
export function uploadTarget(link: string, baseUrl: URL): URL | undefined {
  const url = URL.parse(link)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const plainAllowed = baseUrl.protocol === 'http:' && isLoopback(baseUrl)
  if (url.protocol !== 'https:' && !(plainAllowed && url.protocol === 'http:')) return undefined
  if (isLoopback(baseUrl)) return isLoopback(url) ? url : undefined
  if (url.host === baseUrl.host) return url
  return isAddress(url) || isLoopback(url) ? undefined : url
}

/** URL parsing has already turned odd spellings of an address (hex, one number) into the usual one. */
function isLoopback(url: URL): boolean {
  const host = hostOf(url)
  if (isIPv4(host)) return host.startsWith('127.')
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost')
}

function isAddress(url: URL): boolean {
  return isIP(hostOf(url)) !== 0
}

/** Without the brackets of IPv6 and the dot that may end a name. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
