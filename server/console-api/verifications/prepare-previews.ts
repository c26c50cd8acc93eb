// Makes the previews of the review that comes next while the one before it is decided, so that they are there at once
// when it is claimed. Nothing leaves the server and nobody sees anything: the claim stays the reason for access, and
// the audit log has what was shown, not what was prepared. The copies are encrypted under the verification's data key,
// so that an erasure ends them too.

import type { Appliance } from '../../appliance.ts'
import { decrypt, type EncryptionKey, encrypt } from '../../crypto/encrypt.ts'
import { tryOpenDataKey } from '../../data-keys/open-data-key.ts'
import { type ShowNeeds, showImage } from '../../images/show-image.ts'
import { imageBinding } from '../../images/storage/image-binding.ts'
import type { ImageRole } from '../../providers/provider.ts'
import { findVerification } from '../../verifications/verification-view.ts'

export interface PreparedPreviews {
  /**
   * Soon makes the previews of a verification, if `nextId` still names one by then. Failures are no concern: what is
   * missing is made when it is asked for.
   */
  prepareSoon(nextId: () => Promise<string | undefined>): void
  /** Hands over a preview once; undefined where there is none. */
  take(image: WantedPreview): Buffer | undefined
}

interface WantedPreview {
  readonly verificationId: string
  readonly role: ImageRole
  readonly dataKey: EncryptionKey
}

type Needs = ShowNeeds & Pick<Appliance, 'clock' | 'keyring'>

/** First come the images of the review that was just opened. */
export const prepareAfterMs = 2_000
/** A review takes about this long at most. */
export const preparedMs = 5 * 60_000
/** Verifications whose previews are kept, at some 100 KB an image. */
const verificationsMax = 16

const roles: readonly ImageRole[] = ['front', 'selfie', 'back']

interface Prepared {
  readonly untilMs: number
  readonly previews: Map<ImageRole, Buffer>
}

export function createPreparedPreviews(needs: Needs): PreparedPreviews {
  const kept = new Map<string, Prepared>()
  /** One verification after the other, so that all of them together hold up no more than one decoder. */
  let last: Promise<void> = Promise.resolve()
  const dropExpired = () => {
    const nowMs = needs.clock.now()
    for (const [id, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(id)
  }
  const prepare = async (verificationId: string | undefined) => {
    if (verificationId === undefined || kept.has(verificationId)) return
    dropExpired()
    while (kept.size >= verificationsMax) kept.delete(kept.keys().next().value ?? '')
    const previews = new Map<ImageRole, Buffer>()
    kept.set(verificationId, { untilMs: needs.clock.now() + preparedMs, previews })
    needs.clock.after(preparedMs, dropExpired)
    for await (const [role, preview] of previewsOf(needs, verificationId)) {
      previews.set(role, preview)
    }
  }
  return {
    prepareSoon(nextId) {
      needs.clock.after(prepareAfterMs, () => {
        last = last
          .then(nextId)
          .then(prepare)
          .catch(() => undefined)
      })
    },
    take({ verificationId, role, dataKey }) {
      const { previews } = kept.get(verificationId) ?? {}
      const encrypted = previews?.get(role)
      if (encrypted === undefined) return undefined
      previews?.delete(role)
      return decrypt(dataKey, encrypted, imageBinding(role))
    },
  }
}

/** One after the other. */
async function* previewsOf(
  needs: Needs,
  verificationId: string,
): AsyncGenerator<readonly [ImageRole, Buffer]> {
  const verification = await findVerification(needs.db.reader, verificationId)
  const dataKey = await tryOpenDataKey(needs, needs.db.reader, verificationId)
  if (verification === undefined || dataKey === undefined) return
  const { signal } = new AbortController()
  for (const role of roles) {
    const asked = { verificationId, role, idType: verification.idType, dataKey, signal }
    const preview = await showImage(needs, { ...asked, size: 'preview' })
    if (preview !== undefined) yield [role, encrypt(dataKey, preview, imageBinding(role))]
  }
}
