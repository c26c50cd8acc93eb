// The associated data of an encrypted image: it decrypts as the image of this role and no other. It
// belongs to its verification because the key does.

import type { ImageRole } from '../../providers/provider.ts'

export function imageBinding(role: ImageRole): string {
  return `image:${role}`
}
