// The page that shows what an id names, and the permission that the page takes. Ids without a page have none.

import type { Permission } from '../../../server/users/role.ts'

interface IdPlace {
  readonly permission: Permission
  readonly address: string
}

/** @param ofId What it belongs to: the verification of a review, the webhook of a delivery. */
export function placeOfId(id: string, ofId?: string | null): IdPlace | undefined {
  switch (id.slice(0, id.indexOf('_'))) {
    case 'ver':
      return { permission: 'verifications.read', address: `/verifications/${id}` }
    case 'rev':
      return ofId
        ? { permission: 'verifications.read', address: `/verifications/${ofId}?tab=review` }
        : undefined
    case 'key':
      return { permission: 'keys.read', address: `/keys?id=${id}` }
    case 'usr':
      return { permission: 'users.read', address: `/users?id=${id}` }
    case 'job':
      return { permission: 'system.read', address: `/system?id=${id}` }
    case 'wh':
      return { permission: 'webhooks.read', address: `/webhooks/${id}` }
    case 'dlv':
      return ofId
        ? { permission: 'webhooks.read', address: `/webhooks/${ofId}/deliveries/${id}` }
        : undefined
    default:
      return undefined
  }
}
