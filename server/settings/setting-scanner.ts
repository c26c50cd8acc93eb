// The kind of setting for the address of the virus scanner.

import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ScannerAddress } from '../images/scan.ts'
import { kindOf, readBy } from './setting-kinds.ts'

/** Linux's limit for socket paths. */
const socketPathBytesMax = 107

/** IP addresses only: images are sent unencrypted, so DNS must not decide where they go. */
export const scannerAddress = kindOf(
  'address',
  'unix:/path/of/the/socket, or tcp:// with an address of this machine or a private network and a port, such as tcp://127.0.0.1:3310',
  readBy((given) => parseUnix(given) ?? parseTcp(given)),
  {
    print: (value) =>
      value.kind === 'unix'
        ? `unix:${value.path}`
        : `tcp://${isIPv6(value.host) ? `[${value.host}]` : value.host}:${value.port}`,
  },
)

function parseUnix(given: string): ScannerAddress | undefined {
  const path = /^unix:(\/\P{C}+)$/u.exec(given)?.[1]
  if (path === undefined || Buffer.byteLength(path) > socketPathBytesMax) return undefined
  return { kind: 'unix', path }
}

function parseTcp(given: string): ScannerAddress | undefined {
  const [, inBrackets, bare, digits] =
    /^tcp:\/\/(?:\[([^\]]+)\]|([^:[\]/]+)):(\d{1,5})$/i.exec(given) ?? []
  const host = (inBrackets ?? bare ?? '').toLowerCase().replace(/^localhost$/, '127.0.0.1')
  const port = Number(digits)
  if (isIP(host) !== (inBrackets === undefined ? 4 : 6) || port < 1 || port > 65_535)
    return undefined
  const reach = ipaddr.process(host).range()
  return ['loopback', 'private', 'uniqueLocal'].includes(reach)
    ? { kind: 'tcp', host, port }
    : undefined
}
