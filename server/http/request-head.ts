// Checks the head of a request (target, Host, transfer coding) where Node's parser accepts more than HTTP/1.1
// allows. Pure; errors quote nothing of the head.

import { isIPv6 } from 'node:net'
import { AppError } from '../kernel/app-error.ts'
import { memoise } from '../kernel/memoise.ts'

interface RequestHead {
  readonly method: string
  /** The request target as it was sent. */
  readonly target: string
  readonly httpVersion: string
  /** Every Host header, in order. */
  readonly hosts: readonly string[]
  readonly transferEncoding: string | undefined
}

export type ReadHead =
  | {
      readonly kind: 'good'
      /** Path and query, or `*`. */
      readonly target: string
      /** `name` or `name:port` in lower case; undefined only for HTTP/1.0. */
      readonly host: string | undefined
    }
  | { readonly kind: 'flawed'; readonly refusal: AppError }

export function readHead(head: RequestHead): ReadHead {
  const target = readTarget(head)
  if (target === undefined) return flawed(flaws.target)
  if (head.hosts.length > 1) return flawed(flaws.severalHosts)
  const [named] = head.hosts
  if (named !== undefined && named !== '' && !isAuthority(named)) return flawed(flaws.host)
  const host = (named || target.authority)?.toLowerCase()
  if (host === undefined && head.httpVersion !== '1.0') return flawed(flaws.noHost)
  if (target.authority !== undefined && target.authority.toLowerCase() !== host) {
    return flawed(flaws.otherHost)
  }
  if (!/^(chunked)?$/i.test(head.transferEncoding ?? '')) return flawed(flaws.coding)
  return { kind: 'good', target: target.path, host }
}

interface Target {
  readonly path: string
  /** Set if the target is an absolute URL, as clients send it to proxies. */
  readonly authority?: string
}

/** Returns undefined if the target is neither a path nor an http URL, or contains unencoded characters. */
function readTarget({ method, target }: RequestHead): Target | undefined {
  if (target === '*') return method === 'OPTIONS' ? { path: '*' } : undefined
  if (!/^[!-~]+$/.test(target) || target.includes('#')) return undefined
  if (target.startsWith('/')) return { path: target }
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(target) ?? []
  if (!isAuthority(authority)) return undefined
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` }
}

const portMax = 65_535
const hostsMemoisedMax = 64

/** Returns whether the text is a name or an address (IPv6 in brackets), with or without a port. */
const isAuthority = memoise(hostsMemoisedMax, (text): boolean => {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{0,5}))?$/i.exec(text) ?? []
  if (host === '' || Number(port) > portMax) return false
  return !host.startsWith('[') || isIPv6(host.slice(1, -1))
})

export const badTarget = refuse(
  'The request target must be a path such as /v1/usage, or an absolute URL of this server; percent-encode spaces and everything but plain ASCII.',
)

const flaws = {
  target: badTarget,
  noHost: refuse('HTTP/1.1 requests carry a Host header; send one.'),
  severalHosts: refuse('The request carries more than one Host header; send one.'),
  host: refuse('The Host header must be a name or an address, with or without a port.'),
  otherHost: refuse('The URL of the request names another host than its Host header.'),
  coding: new AppError(
    'not_implemented',
    'The only transfer coding supported is "chunked"; send the body without any other.',
  ),
} as const

function refuse(message: string): AppError {
  return new AppError('invalid_request', message)
}

function flawed(refusal: AppError): ReadHead {
  return { kind: 'flawed', refusal }
}
