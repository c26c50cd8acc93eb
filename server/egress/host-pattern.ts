// Host names and patterns in settings. Pure.

import type { Destination } from './destination.ts'

export interface HostPattern {
  /**
   * Lower case. A leading `*.` matches one or more labels; any other `*` matches letters, digits and hyphens within
   * its label. Without a star it is a single host: a name, or an address without brackets.
   */
  readonly pattern: string
  /** undefined means 443. */
  readonly port: number | undefined
}

/** Returns whether the pattern names a single host. */
export function isOneHost({ pattern }: HostPattern): boolean {
  return !pattern.includes('*')
}

export function matchesHost({ pattern, port = 443 }: HostPattern, to: Destination): boolean {
  if (to.port !== port) return false
  if (!pattern.includes('*')) return to.host === pattern
  const labels = pattern.split('.')
  const given = to.host.split('.')
  // Names with more labels than the pattern are compared from the end.
  const surplus = given.length - labels.length
  if (surplus < 0 || (surplus > 0 && labels[0] !== '*')) return false
  return labels.every((label, index) => {
    if (index === 0 && label === '*') return true
    return fitsLabel(given[index + surplus] ?? '', label)
  })
}

function fitsLabel(given: string, pattern: string): boolean {
  const [head = '', ...parts] = pattern.split('*')
  const tail = parts.pop()
  if (tail === undefined) return given === pattern
  // Settings allow one star per label, so no backtracking is needed.
  return given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail)
}
