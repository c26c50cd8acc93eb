// Decodes the images of an accepted verification, once, before anything else is done with them: their quality findings,
// and what decoding says of their size, commit together. One that does not decode ends the verification (rulings 4.4).

import type { Appliance } from '../appliance.ts'
import type { Config } from '../config.ts'
import { DecryptError } from '../crypto/encrypt.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  correctFacts,
  type InspectedImage,
  inspectStored,
} from '../images/admission/inspect-stored.ts'
import type { ImageRefusal } from '../images/inspection.ts'
import { AppError } from '../kernel/app-error.ts'
import { hasCode } from '../kernel/has-code.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { OpenedVerification } from './open-verification.ts'
import { setImagesDecoded } from './provider-job/provider-job-store.ts'
import { mayAppear, type SubmittingRun } from './submit-images.ts'
import { setPendingChecks } from './verification-store.ts'

export type DecodeNeeds = Pick<Appliance, 'db' | 'clock' | 'files' | 'images' | 'log' | 'node'> & {
  readonly config: Pick<Config, 'preflight'>
}

type Decoded =
  | { readonly kind: 'decoded'; readonly opened: OpenedVerification }
  /** These do not decode: damaged, or built to exhaust the decoder. */
  | { readonly kind: 'refused'; readonly images: readonly RefusedImage[] }
  /** The decoder does not work at present, which says nothing of the images. */
  | { readonly kind: 'unavailable' }
  /** As in `submitImages`. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unseen' }

interface RefusedImage {
  readonly role: ImageRole
  readonly code: ImageRefusal['code']
}

/**
 * Does nothing if the images are known to decode. `isLastTry`: an image at which the decoder hangs is refused.
 * @throws RunLostError if another run has taken over the job; the
 * signal's reason
 */
export async function decodeImages(
  needs: DecodeNeeds,
  opened: OpenedVerification,
  { signal, hold }: SubmittingRun,
  isLastTry: boolean,
): Promise<Decoded> {
  const { verification, providerJob } = opened
  if (providerJob.imagesDecodedAt !== undefined) return { kind: 'decoded', opened }
  const inspected = await inspectAll(needs, opened, { isLastTry, signal })
  if ('kind' in inspected) return inspected
  const refused = inspected.flatMap(({ image: { role }, inspection }) =>
    inspection.kind === 'refused' ? [{ role, code: inspection.code }] : [],
  )
  if (refused.length > 0) return { kind: 'refused', images: refused }
  const found = inspected.flatMap(({ inspection }) =>
    inspection.kind === 'readable' ? inspection.findings : [],
  )
  const decodedAt = needs.clock.now()
  const checked = { ...verification, findings: [...verification.findings, ...found] }
  await inTransaction(needs.db, async (trx) => {
    await hold.confirm(trx)
    await setPendingChecks(trx, checked)
    await setImagesDecoded(trx, verification.id, decodedAt)
    await correctFacts(trx, inspected)
  })
  const decodedJob = { ...providerJob, imagesDecodedAt: decodedAt }
  return {
    kind: 'decoded',
    opened: { ...opened, verification: checked, providerJob: decodedJob },
  }
}

type NotInspected = Exclude<Decoded, { kind: 'decoded' | 'refused' }>

async function inspectAll(
  needs: DecodeNeeds,
  opened: OpenedVerification,
  { isLastTry, signal }: { readonly isLastTry: boolean; readonly signal: AbortSignal },
): Promise<readonly InspectedImage[] | NotInspected> {
  const { verification, dataKey } = opened
  const { id: verificationId, idType } = verification
  const measureQuality = needs.config.preflight !== 'off'
  const options = { measureQuality, isAccepted: true, isLastTry, signal }
  try {
    return await inspectStored(needs, { verificationId, dataKey, idType }, options)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError && error.code === 'unavailable') return { kind: 'unavailable' }
    if (error instanceof DecryptError) return { kind: 'unreadable' }
    if (!hasCode(error, 'ENOENT')) throw error
    return { kind: mayAppear(needs, opened) ? 'unseen' : 'unreadable' }
  }
}
