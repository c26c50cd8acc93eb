// Kinds of settings for network addresses: where to listen, URLs of other servers, trusted networks.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { everyItem, kindOf, listOrNone, readBy } from './setting-kinds.ts'

/** An address to listen on, lower case, without brackets. */
export const host = kindOf(
  'address',
  'an IP address or a host name, without port',
  readBy((given) => {
    const address = withoutBrackets(given.toLowerCase())
    return isIP(address) || isHostName(given) ? address : undefined
  }),
)

/** `https://name[:port]` of a server; no path, no slash at the end. */
export const serverUrl = kindOf(
  'URL',
  'an http or https URL without path, such as https://kyc.bank.example',
  readBy((given) => {
    const url = parseUrl(given)
    return url?.pathname === '/' && url.port !== '0' ? url.origin : undefined
  }),
  { explain: (given) => explainUrl(given, { mayHavePath: false, mayBePlain: () => true }) },
)

/** An external service: https, or plain http on this machine only. No slash at the end. */
export const serviceUrl = kindOf(
  'URL',
  'an https URL (plain http only to this machine), such as https://api.example.com/v1',
  readBy((given) => {
    const url = parseUrl(given)
    if (url?.protocol === 'http:' && !isLoopback(url.hostname)) return undefined
    return url?.href.replace(/\/+$/, '')
  }),
  {
    explain: (given) =>
      explainUrl(given, { mayHavePath: true, mayBePlain: ({ hostname }) => isLoopback(hostname) }),
  },
)

/** A log collector that is reached over TLS. */
export const collectorUrl = kindOf(
  'URL',
  'tls://, a host and a port, such as tls://siem.bank.example:6514',
  readBy((given) => {
    const [, name, digits] = /^tls:\/\/(\[[0-9a-f:.]+\]|[^/:[\]]+):(\d{1,5})$/i.exec(given) ?? []
    const port = Number(digits)
    const bare = withoutBrackets((name ?? '').toLowerCase())
    const isName = isIP(bare) !== 0 || isHostName(bare)
    return isName && port > 0 && port <= 65_535
      ? `tls://${(name ?? '').toLowerCase()}:${port}`
      : undefined
  }),
)

/** Addresses and ranges, each stored in CIDR form; `none` is the empty list. */
export const networks = listOrNone(
  'networks',
  'none, or a comma-separated list of addresses and CIDR ranges such as 10.1.0.0/16',
  parseNetwork,
)

/** The same, with the word `everywhere` for no limit, so that an empty list never opens access by mistake. */
export const networksOrEverywhere = kindOf(
  'networks',
  'everywhere, or a comma-separated list of addresses and CIDR ranges such as 10.1.0.0/16',
  readBy((given) =>
    given.toLowerCase() === 'everywhere' ? 'everywhere' : everyItem(given, parseNetwork),
  ),
)

/** Returns whether an IP address or host name is loopback. */
export function isLoopback(address: string): boolean {
  const bare = withoutBrackets(address)
  return bare === 'localhost' || (isIP(bare) > 0 && ipaddr.process(bare).range() === 'loopback')
}

function withoutBrackets(address: string): string {
  return address.replace(/^\[(.*)\]$/, '$1')
}

/** Names whose last label is a number are malformed IP addresses (`1.2.3`), not host names. */
export function isHostName(given: string): boolean {
  const labels = given.split('.')
  return (
    given.length <= 253 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/** Parses an http or https URL; returns undefined if it has credentials, a query or a fragment, even empty ones. */
function parseUrl(given: string): URL | undefined {
  const url = parseWebUrl(given)
  return url && surplusOf(url, given).length === 0 ? url : undefined
}

function parseWebUrl(given: string): URL | undefined {
  const url = URL.parse(given)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Lists the parts of a URL that a server address must not have. */
function surplusOf(url: URL, given: string): readonly string[] {
  return [
    ...(`${url.username}${url.password}` === '' ? [] : ['a user name or password']),
    ...(/^[^#]*\?/.test(given) ? ['a query (the ? and what follows)'] : []),
    ...(given.includes('#') ? ['a fragment (the # and what follows)'] : []),
  ]
}

interface UrlRules {
  readonly mayHavePath: boolean
  readonly mayBePlain: (url: URL) => boolean
}

/** Says which parts of a URL are not allowed, and how to write it. */
function explainUrl(given: string, { mayHavePath, mayBePlain }: UrlRules): string | undefined {
  const url = parseWebUrl(given)
  if (url === undefined || url.port === '0') return undefined
  const hasSurplusPath = !mayHavePath && url.pathname !== '/'
  const surplus = [...surplusOf(url, given), ...(hasSurplusPath ? ['a path'] : [])]
  const isTooOpen = url.protocol === 'http:' && !mayBePlain(url)
  const wrong = [
    ...(surplus.length === 0 ? [] : [`it has ${surplus.join(' and ')}, which cannot be used here`]),
    ...(isTooOpen ? ['it is plain http to another machine'] : []),
  ]
  if (wrong.length === 0) return undefined
  const path = mayHavePath ? url.pathname.replace(/\/+$/, '') : ''
  const scheme = isTooOpen ? 'https:' : url.protocol
  return `${wrong.join(' and ')}: write ${scheme}//${url.host}${path}`
}

/** Returns the CIDR form; undefined if malformed, or for a range of all addresses, which would trust everyone. */
export function parseNetwork(given: string): string | undefined {
  const [address = '', bits, ...rest] = given.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return undefined
  if (bits === undefined) return `${ipaddr.parse(address)}/${family === 4 ? 32 : 128}`
  if (!ipaddr.isValidCIDR(given) || Number(bits) === 0) return undefined
  const kind = family === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(given)}/${Number(bits)}`
}
