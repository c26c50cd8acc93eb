// Whether a link for an upload may be followed. It comes out of an unsigned answer, so it must not be able to
// make us deliver pictures to anybody else. Where its name leads is judged when it is dialled. Pure.

import { isLoopbackAddress } from '../../egress/address-tiers.ts'
import { addressesWithoutDns, destinationOf } from '../../egress/destination.ts'
import { type HostPattern, matchesHost } from '../../egress/host-pattern.ts'

export type UploadTarget =
  | { readonly kind: 'good'; readonly url: URL }
  /** No URL at all. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused'; readonly why: LinkFault; readonly host: string }

export type LinkFault = 'credentials' | 'not_https' | 'host_not_allowed'

/** A name of DNS has fewer, with a port and the brackets of an address. */
const hostCharactersMax = 262

/**
 * - It is https, save to Smile ID on this machine over plain http (a stand-in).
 * - Its host is Smile ID's own, port included, or one that `uploadHosts` takes in.
 */
export function uploadTarget(
  link: string,
  { baseUrl, uploadHosts }: { readonly baseUrl: URL; readonly uploadHosts: readonly HostPattern[] },
): UploadTarget {
  const url = URL.parse(link)
  if (url === null || url.host === '' || url.host.length > hostCharactersMax) {
    return { kind: 'unreadable' }
  }
  const refused = (why: LinkFault): UploadTarget => ({ kind: 'refused', why, host: url.host })
  if (url.username !== '' || url.password !== '') return refused('credentials')
  if (url.protocol !== 'https:' && !isPlainStandIn(url, baseUrl)) return refused('not_https')
  const to = destinationOf(url)
  const isAllowed =
    url.origin === baseUrl.origin || uploadHosts.some((pattern) => matchesHost(pattern, to))
  return isAllowed ? { kind: 'good', url } : refused('host_not_allowed')
}

function isPlainStandIn(url: URL, baseUrl: URL): boolean {
  return [url, baseUrl].every((one) => {
    const { scheme, host } = destinationOf(one)
    const isLoopback = addressesWithoutDns(host)?.every(isLoopbackAddress) ?? false
    return one.protocol === 'http:' && scheme === 'http' && isLoopback
  })
}
