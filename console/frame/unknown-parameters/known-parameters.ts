// The parameters that each page's own address may have. Pure.

import { savedParameters } from '../../../server/saved-filters/saved-filter.ts'

/** On every page: the address selects it. */
const everywhere = ['environment'] as const
const period = ['period', 'from', 'to'] as const

const parametersOf: Readonly<Record<string, readonly string[]>> = {
  '/overview': period,
  '/reviews': [...savedParameters.reviews, 'cursor'],
  '/reviews/decisions': ['cursor'],
  '/verifications': [...savedParameters.verifications, 'external_ref', 'search', 'cursor'],
  '/approvals': ['state', 'cursor'],
  '/quality': [...period, 'cursor'],
  '/verifications/:id': ['tab'],
  '/keys': ['id', 'cursor'],
  '/webhooks': ['cursor'],
  '/webhooks/:id': ['status', 'event', 'from', 'to', 'verification', 'cursor'],
  '/usage': [...period, 'by'],
  '/reports': [...period, 'country'],
  '/audit': ['actor', 'action', 'subject', 'from', 'to', 'cursor'],
  '/system': ['id', 'setting'],
  '/users': ['id', 'search', 'role', 'state', 'cursor'],
}

/** @param path of the page's row, as `/webhooks/:id` */
export function knownParameters(path: string): readonly string[] {
  return [...(parametersOf[path] ?? []), ...everywhere]
}
