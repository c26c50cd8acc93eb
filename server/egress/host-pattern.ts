// Hosts that a setting names, alone or by a pattern. Pure.

import type { Destination } from './destination.ts'

export interface HostPattern {
  /**
   * Lower case. `*.` at the beginning stands for one label or more; any other `*` for letters, digits and
   * hyphens within its label. Without a star it is one host, a name or an address without brackets.
   */
  readonly pattern: string
  /** undefined for the usual port of https. */
  readonly port: number | undefined
}

/** Whether it names one host and no other. */
export function isOneHost({ pattern }: HostPattern): boolean {
  return !pattern.includes('*')
}

export function matchesHost({ pattern, port = 443 }: HostPattern, to: Destination): boolean {
  if (to.port !== port) return false
  if (!pattern.includes('*')) return to.host === pattern
  const labels = pattern.split('.')
  const given = to.host.split('.')
  // A name of many labels is compared from its end.
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
  // Settings allow one star a label, so nothing has to be tried twice.
  return given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail)
}
