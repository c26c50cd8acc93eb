// Parses `info.json`, the zip's manifest: which images it holds and whom they show. Every library
// writes its own selection of fields (reference 3.2), so only the fields that the check needs are
// required and the rest is ignored.

import { z } from 'zod'
import { tryJson } from '../../kernel/try-json.ts'
import type { JobType, SimulatedImageRole, StatedIdentity } from './job.ts'
import { readStatedIdentity } from './stated-identity.ts'

/** One image as the manifest lists it: a file of the zip, base64 text, or nothing. */
export interface ManifestImage {
  readonly role: SimulatedImageRole
  readonly carrier:
    | { readonly kind: 'file'; readonly fileName: string }
    | { readonly kind: 'base64'; readonly text: string }
    | { readonly kind: 'none' }
}

export interface Manifest {
  readonly identity: StatedIdentity
  /** Whether the partner requests a check of the number with the issuer. */
  readonly entered: boolean
  readonly images: readonly ManifestImage[]
}

const imageTypes: Readonly<
  Record<number, { role: SimulatedImageRole; carrier: 'file' | 'base64' }>
> = {
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

/**
 * Returns undefined for a manifest that is malformed, or lacks what `jobType` needs (code 2203).
 */
export function readManifest(text: string, jobType: JobType): Manifest | undefined {
  const parsed = wireManifest.safeParse(tryJson(text))
  if (!parsed.success) return undefined
  const identity = readStatedIdentity(parsed.data.id_info)
  if (!hasWhatJobNeeds(identity, jobType)) return undefined
  return {
    identity,
    entered: String(parsed.data.id_info.entered) === 'true',
    images: parsed.data.images.map(toManifestImage),
  }
}

/**
 * Document jobs need the country; the enhanced one cannot guess the document type either (reference
 * 3.2).
 */
function hasWhatJobNeeds(identity: StatedIdentity, jobType: JobType): boolean {
  if (jobType === 6) return identity.country !== undefined
  if (jobType === 11) return identity.country !== undefined && identity.idType !== undefined
  return true
}

/** A carrier of the wrong kind counts as none: the JavaScript library lists backs that it drops. */
function toManifestImage(image: z.infer<typeof wireImage>): ManifestImage {
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
