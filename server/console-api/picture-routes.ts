// The pictures of a verification in the console: copies made in memory for each look, kept nowhere.

import {
  type PictureSize,
  pictureSizes,
  type ShowNeeds,
  showPicture,
} from '../evidence/show-picture.ts'
import type { FileAnswer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { refuseFaults } from '../kernel/app-error.ts'
import type { ImageRole } from '../providers/provider.ts'
import { tryOpenDataKey } from '../verifications/open-case.ts'
import { type CaseRouteNeeds, erased, lookOf } from './case-routes.ts'
import { findCase } from './read-case.ts'

export type PictureRouteNeeds = CaseRouteNeeds & ShowNeeds

export function pictureEndpoints(needs: PictureRouteNeeds): readonly StaffEndpoint[] {
  return [
    {
      audience: 'staff',
      permission: 'verifications.read',
      method: 'GET',
      path: '/verifications/:id/pictures/:role',
      answer: (request) => show(needs, request),
    },
  ]
}

/** A look is recorded before there is a picture, so that none is ever shown without a trace. */
async function show(needs: PictureRouteNeeds, request: StaffRequest): Promise<FileAnswer> {
  const role = parseRole(request.param('role'))
  const size = parseSize(request.query(['size']).size)
  const id = request.param('id')
  await findCase(needs, id)
  const dataKey = await tryOpenDataKey(needs, needs.db.reader, id)
  if (dataKey === undefined) throw erased()
  const details = { picture: role, size }
  const action = 'verification.pictures_viewed'
  await needs.looks.record({ ...lookOf(request, id), action, details })
  const { signal } = request
  const file = await showPicture(needs, { verificationId: id, role, size, dataKey, signal })
  if (file === undefined) throw erased()
  return { contentType: 'image/jpeg', file }
}

const roles: readonly ImageRole[] = ['front', 'back', 'selfie']

function parseRole(text: string): ImageRole {
  const role = roles.find((one) => one === text)
  if (role !== undefined) return role
  throw refuse('role', `role must be one of ${roles.join(', ')}.`)
}

function parseSize(text = 'preview'): PictureSize {
  const size = pictureSizes.find((one) => one === text)
  if (size !== undefined) return size
  throw refuse('size', `size must be one of ${pictureSizes.join(', ')}.`)
}

function refuse(param: string, message: string) {
  return refuseFaults([{ param, code: 'invalid', message }])
}
