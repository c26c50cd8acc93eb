// Checks whether images may be sent to an upload link. The link comes from an unsigned answer, so
// it must not be able to make us send images to anyone else. The address behind its host is checked
// on connecting. Pure.

import { isLoopbackAddress } from '../../egress/address-tiers.ts'
import { addressesWithoutDns, destinationOf } from '../../egress/destination.ts'
import { type HostPattern, matchesHost } from '../../egress/host-pattern.ts'

type UploadTarget =
  | { readonly kind: 'good'; readonly url: URL }
  /** Not a URL. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused'; readonly why: LinkFault; readonly host: string }

export type LinkFault = 'credentials' | 'not_https' | 'host_not_allowed'

/** Characters of a host: a DNS name has fewer, also with a port and the brackets of an address. */
const hostCharactersMax = 262

/**
 * A link is good when
 * - it is https, or plain http to a simulator on this machine, and
 * - its host is Smile ID's own, port included, or matches `uploadHosts`.
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
  if (url.protocol !== 'https:' && !isPlainSimulator(url, baseUrl)) return refused('not_https')
  const to = destinationOf(url)
  const isAllowed =
    url.origin === baseUrl.origin || uploadHosts.some((pattern) => matchesHost(pattern, to))
  return isAllowed ? { kind: 'good', url } : refused('host_not_allowed')
}

function isPlainSimulator(url: URL, baseUrl: URL): boolean {
  return [url, baseUrl].every((one) => {
    const { scheme, host } = destinationOf(one)
    const isLoopback = addressesWithoutDns(host)?.every(isLoopbackAddress) ?? false
    return one.protocol === 'http:' && scheme === 'http' && isLoopback
  })
}
