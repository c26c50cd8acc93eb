// Whether the head of a request is one that HTTP/1.1 allows, as far as the parser below lets more through:
// what is asked for, of which host, and how the body is coded. Pure; nothing of it is quoted back.

import { isIPv6 } from 'node:net'
import { AppError } from '../kernel/app-error.ts'

export interface RequestHead {
  readonly method: string
  /** What stands between the method and the version. */
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
      /** `name` or `name:port` in small letters; undefined only of HTTP/1.0. */
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
  /** Where the target is a whole URL, as clients send it to proxies. */
  readonly authority?: string
}

/** Undefined for a target that is no path, no URL of ours, or holds what belongs percent-encoded. */
function readTarget({ method, target }: RequestHead): Target | undefined {
  if (target === '*') return method === 'OPTIONS' ? { path: '*' } : undefined
  if (!/^[!-~]+$/.test(target) || target.includes('#')) return undefined
  if (target.startsWith('/')) return { path: target }
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(target) ?? []
  if (!isAuthority(authority)) return undefined
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` }
}

const portMax = 65_535

/** A name or an address, with a port or without; an IPv6 address in its brackets. */
function isAuthority(text: string): boolean {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{0,5}))?$/i.exec(text) ?? []
  if (host === '' || Number(port) > portMax) return false
  return !host.startsWith('[') || isIPv6(host.slice(1, -1))
}

const flaws = {
  target: refuse(
    'What is asked for must be a path such as /v1/usage, or a whole URL of this server; percent-encode what is not plain ASCII.',
  ),
  noHost: refuse('HTTP/1.1 requests carry a Host header; send one.'),
  severalHosts: refuse('The request carries more than one Host header; send one.'),
  host: refuse('The Host header is a name or an address, with a port or without; send that alone.'),
  otherHost: refuse('The request asks for a URL of another host than its Host header names.'),
  coding: new AppError(
    'not_implemented',
    'Of transfer codings only "chunked" is understood; send the body without any other.',
  ),
} as const

function refuse(message: string): AppError {
  return new AppError('invalid_request', message)
}

function flawed(refusal: AppError): ReadHead {
  return { kind: 'flawed', refusal }
}
