// Address of the page where an object that a search found is shown.

import type { HitJson } from '../../../server/console-api/search/search-json.ts'
import { placeOfId } from '../parts/id-place.ts'

export function hitPlace({ kind, id, of_id: ofId }: HitJson): string {
  const place = placeOfId(id, ofId)
  if (place !== undefined) return place.address
  switch (kind) {
    case 'webhook_alert':
      return `/webhooks/${ofId}`
    case 'usage_event':
      return '/usage'
    default:
      return '/audit'
  }
}
