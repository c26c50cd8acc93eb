// The console route for the images of a verification. Each request makes a copy in memory; nothing is stored.

import { tryOpenDataKey } from '../../data-keys/open-data-key.ts'
import type { FileAnswer } from '../../http/answer.ts'
import { type ImageSize, imageSizes, type ShowNeeds, showImage } from '../../images/show-image.ts'
import { refuseFaults } from '../../kernel/app-error.ts'
import type { ImageRole } from '../../providers/provider.ts'
import { findZonePlace } from '../../verifications/zone/find-zone-place.ts'
import type { ConsoleRequest } from '../console-route.ts'
import type { PreparedPreviews } from './prepare-previews.ts'
import { findVerificationDetail } from './read-verification-detail.ts'
import { requireAccess } from './require-access.ts'
import { accessOf, erased, type VerificationScreenNeeds } from './verification-detail-handlers.ts'

type ImageRouteNeeds = VerificationScreenNeeds & ShowNeeds & { readonly previews: PreparedPreviews }

export const imageHandlers = {
  show,
}

/** The access is recorded before the image is opened, so that no image is shown without an audit entry. */
async function show(needs: ImageRouteNeeds, request: ConsoleRequest): Promise<FileAnswer> {
  const role = parseRole(request.param('role'))
  const { size: asked, ...given } = request.query(['size', 'reason'])
  const size = parseSize(asked)
  if (size === 'portrait' && role !== 'front') throw refuse('size', 'Only front has a portrait.')
  const verification = await findVerificationDetail(needs, request)
  const { id, idType } = verification
  const isPart = size === 'zone' || size === 'portrait'
  const place = isPart ? await findZonePlace(needs, verification) : undefined
  if (size === 'zone' && place?.side !== role) throw refuse('size', 'This image shows no zone.')
  const access = await requireAccess(needs, request, verification, given)
  const dataKey = await tryOpenDataKey(needs, needs.db.reader, id)
  if (dataKey === undefined) throw erased()
  const details = { image: role, size, ...access }
  const action = 'verification.images_viewed'
  await needs.accesses.record({ ...accessOf(request, id), action, details })
  const { signal } = request
  const image = { verificationId: id, role, dataKey }
  const takePrepared = () => (size === 'preview' ? needs.previews.take(image) : undefined)
  const part = isPart ? place?.[size] : undefined
  const wanted = { ...image, size, idType, part, signal, takePrepared }
  const file = await showImage(needs, wanted)
  if (file === undefined) throw erased()
  return { contentType: 'image/jpeg', file }
}

const roles: readonly ImageRole[] = ['front', 'back', 'selfie']

function parseRole(text: string): ImageRole {
  const role = roles.find((one) => one === text)
  if (role !== undefined) return role
  throw refuse('role', `role must be one of ${roles.join(', ')}.`)
}

function parseSize(text = 'preview'): ImageSize {
  const size = imageSizes.find((one) => one === text)
  if (size !== undefined) return size
  throw refuse('size', `size must be one of ${imageSizes.join(', ')}.`)
}

function refuse(param: string, message: string) {
  return refuseFaults([{ param, code: 'invalid', message }])
}
