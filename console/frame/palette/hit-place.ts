// Address of the page where an object that a search found is shown.

import type { HitJson } from '../../../server/console-api/search/search-json.ts'

export function hitPlace({ kind, id, of_id: ofId }: HitJson): string {
  switch (kind) {
    case 'verification':
      return `/verifications/${id}`
    case 'review':
      return `/verifications/${ofId}?tab=review`
    case 'key':
      return '/keys'
    case 'webhook':
      return `/webhooks/${id}`
    case 'delivery':
      return `/webhooks/${ofId}/deliveries/${id}`
    case 'webhook_alert':
      return `/webhooks/${ofId}`
    case 'usage_event':
      return '/usage'
    case 'user':
      return '/users'
    case 'audit_entry':
      return '/audit'
    case 'job':
      return '/system'
  }
}
