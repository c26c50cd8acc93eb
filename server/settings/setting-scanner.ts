// The kind of setting that names where a scanner for viruses listens.

import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ScannerAddress } from '../evidence/scan.ts'
import type { Kind } from './setting-kinds.ts'

/** Linux takes paths of sockets up to here. */
const socketPathBytesMax = 107

/** Addresses and no names: nobody's DNS is to decide where images go. They travel in the clear. */
export const scannerAddress: Kind<ScannerAddress> = {
  label: 'address',
  expects:
    'unix:/path/of/the/socket, or tcp:// with an address of this machine or a private network and a port, such as tcp://127.0.0.1:3310',
  parse: (given) => parseUnix(given) ?? parseTcp(given),
  print: (value) =>
    value.kind === 'unix'
      ? `unix:${value.path}`
      : `tcp://${isIPv6(value.host) ? `[${value.host}]` : value.host}:${value.port}`,
}

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
