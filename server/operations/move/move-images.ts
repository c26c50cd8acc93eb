// Copies all images of an installation to another place, as they are encrypted, and deletes them at the old one once
// each was compared. Nothing may be submitted meanwhile. Both steps have an entry in the audit log, also where they
// ended early.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin, AuditOutcome, NewAuditEntry } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { ImageFiles } from '../../images/storage/image-files.ts'
import type { ImageStore } from '../../images/storage/open-image-files.ts'
import { unprintable } from '../../kernel/unprintable.ts'
import { countImages } from '../encryption-keys/encrypted-images-view.ts'
import { copyImages } from './copy-images.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring'>

interface MovingImages {
  readonly by: AuditOrigin
  readonly from: ImagePlace
  readonly to: ImagePlace
  readonly deletesSource: boolean
  readonly signal: AbortSignal
  /** `all`: the images that the database names. */
  onProgress(step: 'copying' | 'deleting', images: number, all: number): void
}

interface ImagePlace {
  /** For the audit log. */
  readonly name: string
  readonly files: ImageFiles
}

interface MovedImages {
  readonly copied: number
  /** They were there already and are equal. */
  readonly present: number
  readonly bytes: number
  /** Images that the database names. */
  readonly known: number
  readonly deleted: number
  /** Of those to delete: the store keeps their versions for a time. */
  readonly kept: number
}

/** May be repeated: what was copied before is only compared. @throws Error if a copy differs; ImagesUnreachableError */
export async function moveImages(needs: Needs, order: MovingImages): Promise<MovedImages> {
  const known = await countImages(needs.db.longReader)
  const { copied, present, bytes } = await copyAll(needs, order, known)
  const gone = order.deletesSource
    ? await deleteAll(needs, order, copied + present)
    : { deleted: 0, kept: 0 }
  return { copied, present, bytes, known, ...gone }
}

async function copyAll(needs: Needs, order: MovingImages, known: number) {
  const { from, to, signal, onProgress } = order
  let compared = 0
  let outcome: AuditOutcome = 'failed'
  try {
    const result = await copyImages({
      from: from.files,
      to: to.files,
      signal,
      onProgress(images) {
        compared = images
        onProgress('copying', images, known)
      },
    })
    outcome = 'done'
    return result
  } finally {
    // Also where it was interrupted: copies lie in the other place.
    if (outcome === 'done' || compared > 0) {
      await record(needs, order, { action: 'images.moved', outcome, count: compared })
    }
  }
}

/** Lets this copy of the installation write to the bucket; any other copy is refused there from then on. */
export async function adoptImages(
  needs: Needs,
  store: Pick<ImageStore, 'adopt' | 'label'>,
  by: AuditOrigin,
): Promise<void> {
  await store.adopt()
  const details = { to_place: printable(store.label) }
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'images.place_taken', details }),
  )
}

async function deleteAll(needs: Needs, order: MovingImages, all: number) {
  const { from, signal, onProgress } = order
  let deleted = 0
  let kept = 0
  try {
    for await (const names of from.files.list()) {
      signal.throwIfAborted()
      if (names.length === 0) continue
      const stayed = await from.files.remove(names)
      kept += stayed.length
      deleted += names.length - stayed.length
      onProgress('deleting', deleted, all)
    }
  } finally {
    // Also where it was interrupted: what is gone is gone.
    if (deleted > 0) await record(needs, order, { action: 'images.removed', count: deleted })
  }
  return { deleted, kept }
}

async function record(
  needs: Needs,
  { by, from, to }: MovingImages,
  { count, ...entry }: Pick<NewAuditEntry, 'action' | 'outcome'> & { readonly count: number },
): Promise<void> {
  const details = { count, from_place: printable(from.name), to_place: printable(to.name) }
  await inTransaction(needs.db, (trx) => recordAudit(needs, trx, { by, ...entry, details }))
}

/** A folder's name may hold any character. */
function printable(text: string): string {
  return Array.from(text, (one) => (unprintable.test(one) ? '?' : one)).join('')
}
