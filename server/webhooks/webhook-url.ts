// Parses the URL that a client registers (rulings 6.7). Only the parsed form is used from here on,
// so that no second parser can read another host from the same text.

import { isIpv4InIpv6 } from '../egress/address-tiers.ts'
import { addressesWithoutDns, type Destination, destinationOf } from '../egress/destination.ts'
import type { TargetPolicy, TargetVerdict } from '../egress/target-policy.ts'
import type { Fault } from '../kernel/app-error.ts'
import { characterCount } from '../kernel/characters.ts'

type ParsedWebhookUrl =
  | { readonly kind: 'accepted'; readonly url: URL }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] }

export const urlCharactersMax = 2048
const hostCharactersMax = 253
const labelCharactersMax = 63

/** Reports every fault at once. What the host name resolves to is checked in check-target.ts. */
export function parseWebhookUrl(text: string, policy: TargetPolicy): ParsedWebhookUrl {
  const messages = faultsOfText(text)
  const url = messages.length === 0 && URL.canParse(text) ? new URL(text) : undefined
  if (messages.length === 0) messages.push(...(url ? faultsOfUrl(url, policy) : [notAUrl]))
  return url === undefined || messages.length > 0
    ? { kind: 'refused', faults: messages.map(urlFault) }
    : { kind: 'accepted', url }
}

/**
 * Returns the fault for a verdict. The message names no address, because that would show a client
 * the operator's own DNS.
 */
export function faultOfVerdict(verdict: Exclude<TargetVerdict, 'allowed'>): Fault {
  return urlFault(verdictTexts[verdict])
}

const ipv4InIpv6 =
  'url names an IPv6 address that carries an IPv4 address, which webhooks are never sent to in that form. Give the IPv4 address itself.'

const notAUrl = 'url is not a URL. Give one such as https://hooks.example.com/svc.'

const verdictTexts: Readonly<Record<Exclude<TargetVerdict, 'allowed'>, string>> = {
  forbidden:
    'url leads to an address that webhooks are never sent to, such as this machine itself, link-local or multicast, or to a port of something else, such as mail or a database. Give the address of your receiver.',
  private:
    'url leads to a private address. Give a public one, or ask the operator to add it to SVC_WEBHOOK_ALLOW.',
  plain_http:
    'url must begin with https://. Plain http is for networks that the operator allows in SVC_WEBHOOK_ALLOW.',
}

function faultsOfText(text: string): string[] {
  const messages: string[] = []
  if (characterCount(text) > urlCharactersMax)
    messages.push(`url has at most ${urlCharactersMax} characters.`)
  if (/[\s\p{C}\\]/u.test(text)) {
    messages.push('url must not hold spaces, backslashes or characters that cannot be seen.')
  }
  return messages
}

function faultsOfUrl(url: URL, policy: TargetPolicy): readonly string[] {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return ['url must begin with https://.']
  }
  const messages: string[] = []
  if (url.href.length > urlCharactersMax) {
    messages.push(`url has at most ${urlCharactersMax} characters once it is encoded.`)
  }
  if (url.username !== '' || url.password !== '') {
    messages.push('url must not hold a user name or password; deliveries are signed instead.')
  }
  if (url.href.includes('#')) messages.push('url must not hold a fragment (#).')
  if (url.port === '0') messages.push('url must not name port 0.')
  return [...messages, ...faultsOfHost(destinationOf(url), policy)]
}

function faultsOfHost(destination: Destination, policy: TargetPolicy): readonly string[] {
  const { scheme, host } = destination
  if (host.endsWith('.')) return ['url must name its host without a dot at the end.']
  if (host.length > hostCharactersMax) {
    return [`url names a host of more than ${hostCharactersMax} characters.`]
  }
  if (host.split('.').some((label) => label === '' || label.length > labelCharactersMax)) {
    return [
      `url names a host that cannot be: between its dots stand 1 to ${labelCharactersMax} characters.`,
    ]
  }
  if (scheme === 'http' && policy.plainHttp === 'nowhere') return [verdictTexts.plain_http]
  if (isIpv4InIpv6(host)) return [ipv4InIpv6]
  const addresses = addressesWithoutDns(host)
  // A name that does not resolve yet is accepted, but no address would make this port a receiver's.
  if (addresses === undefined && policy.isPortForbidden(destination))
    return [verdictTexts.forbidden]
  const isOpenLater = scheme === 'https' || policy.isPlainHttpByName
  const unknown = isOpenLater ? 'allowed' : 'plain_http'
  const verdict = addresses === undefined ? unknown : policy.judge(addresses, destination)
  return verdict === 'allowed' ? [] : [verdictTexts[verdict]]
}

function urlFault(message: string): Fault {
  return { param: 'url', code: 'invalid_webhook_url', message }
}
