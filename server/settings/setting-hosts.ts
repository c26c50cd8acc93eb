// The kind of setting for hosts and host patterns that outgoing calls may go to.

import { isIP } from 'node:net'
import type { HostPattern } from '../egress/host-pattern.ts'
import { isHostName } from './setting-addresses.ts'
import { listOrNone } from './setting-kinds.ts'

/** `none` is the empty list. */
export const hostPatterns = listOrNone(
  'hosts',
  'none, or a comma-separated list of host names, each with or without a port, such as uploads.example.com, *.example.com or files-*.example.com:8443; one star a label at most, none in the last two',
  parsePattern,
  printPattern,
)

function parsePattern(entry: string): HostPattern | undefined {
  const [, inBrackets, bare, given] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(entry.toLowerCase()) ?? []
  const port = given === undefined ? undefined : Number(given)
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  if (inBrackets !== undefined) {
    return isIP(inBrackets) === 6 && !inBrackets.includes('%')
      ? { pattern: new URL(`https://[${inBrackets}]`).hostname.slice(1, -1), port }
      : undefined
  }
  const pattern = bare ?? ''
  return isIP(pattern) === 4 || isNamePattern(pattern) ? { pattern, port } : undefined
}

function isNamePattern(pattern: string): boolean {
  const labels = pattern.split('.')
  const isStarred = pattern.includes('*')
  // A star in the last two labels would match hosts of other owners.
  if (isStarred && (labels.length < 3 || labels.slice(-2).join('').includes('*'))) return false
  if (labels.some((label) => label.split('*').length > 2)) return false
  return isHostName(pattern.replaceAll('*', 'x'))
}

function printPattern({ pattern, port }: HostPattern): string {
  const host = isIP(pattern) === 6 ? `[${pattern}]` : pattern
  return port === undefined ? host : `${host}:${port}`
}
