// The place that a sealed picture is bound to: it opens for this verification and role, and no other.

import type { ImageRole } from '../providers/provider.ts'

export function evidenceBoundTo(verificationId: string, role: ImageRole): string {
  return `evidence:${verificationId}:${role}`
}
