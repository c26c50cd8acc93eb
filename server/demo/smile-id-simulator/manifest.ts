// `info.json`, the zip's manifest: which pictures it holds and whom they show. Every library writes its
// own selection of fields (reference 3.2), so only what the check needs is required, the rest ignored.

import { z } from 'zod'
import type { JobType, PictureRole, StatedIdentity } from './job.ts'
import { readStatedIdentity } from './stated-identity.ts'

/** One picture as the manifest announces it: a file of the zip, base64 text, or nothing at all. */
export interface AnnouncedPicture {
  readonly role: PictureRole
  readonly carrier:
    | { readonly kind: 'file'; readonly fileName: string }
    | { readonly kind: 'base64'; readonly text: string }
    | { readonly kind: 'none' }
}

export interface Manifest {
  readonly identity: StatedIdentity
  /** The partner asks for the number to be checked with the issuer. */
  readonly entered: boolean
  readonly pictures: readonly AnnouncedPicture[]
}

const imageTypes: Readonly<Record<number, { role: PictureRole; carrier: 'file' | 'base64' }>> = {
  0: { role: 'selfie', carrier: 'file' },
  1: { role: 'front', carrier: 'file' },
  2: { role: 'selfie', carrier: 'base64' },
  3: { role: 'front', carrier: 'base64' },
  4: { role: 'liveness', carrier: 'file' },
  5: { role: 'back', carrier: 'file' },
  6: { role: 'liveness', carrier: 'base64' },
  7: { role: 'back', carrier: 'base64' },
}

const wireImage = z.object({
  image_type_id: z
    .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
    .refine((id) => id in imageTypes),
  image: z.string().nullish(),
  file_name: z.string().nullish(),
})

const wireManifest = z.object({
  id_info: z.record(z.string(), z.unknown()).default({}),
  images: z.array(wireImage),
})

/** Undefined for a manifest that is badly structured, or lacks what `jobType` needs (code 2203). */
export function readManifest(text: string, jobType: JobType): Manifest | undefined {
  const parsed = wireManifest.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const identity = readStatedIdentity(parsed.data.id_info)
  if (!hasWhatJobNeeds(identity, jobType)) return undefined
  return {
    identity,
    entered: String(parsed.data.id_info.entered) === 'true',
    pictures: parsed.data.images.map(toAnnouncedPicture),
  }
}

/** Document jobs need the country; the enhanced one cannot guess the type either (reference 3.2). */
function hasWhatJobNeeds(identity: StatedIdentity, jobType: JobType): boolean {
  if (jobType === 6) return identity.country !== undefined
  if (jobType === 11) return identity.country !== undefined && identity.idType !== undefined
  return true
}

/** A carrier of the wrong kind counts as none: the JavaScript library announces backs that it drops. */
function toAnnouncedPicture(image: z.infer<typeof wireImage>): AnnouncedPicture {
  const type = imageTypes[image.image_type_id]
  if (type === undefined) throw new Error('The manifest schema let an unknown image type through.')
  const { role } = type
  if (type.carrier === 'file' && image.file_name) {
    return { role, carrier: { kind: 'file', fileName: image.file_name } }
  }
  if (type.carrier === 'base64' && image.image) {
    return { role, carrier: { kind: 'base64', text: image.image } }
  }
  return { role, carrier: { kind: 'none' } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
