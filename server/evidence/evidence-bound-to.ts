// What a sealed picture is bound to: it opens as the picture of this role and no other. That it belongs
// to its verification follows from the key, which no other verification has.

import type { ImageRole } from '../providers/provider.ts'

export function evidenceBoundTo(role: ImageRole): string {
  return `evidence:${role}`
}
