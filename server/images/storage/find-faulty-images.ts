// Finds images that do not decrypt to what was uploaded, for a backup that is about to pack them anew.

import { createHash } from 'node:crypto'
import { DecryptError } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { openEachDataKey } from '../../data-keys/open-data-key.ts'
import type { Db } from '../../db/transaction.ts'
import { hasCode } from '../../kernel/has-code.ts'
import type { StoredImage } from '../image.ts'
import { imageBinding } from './image-binding.ts'
import type { ImageFiles } from './image-files.ts'
import { listImagesById } from './image-store.ts'

interface FindNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly keyring: Pick<Keyring, 'openDataKey'>
  readonly files: Pick<ImageFiles, 'read'>
}

export interface FaultyImage {
  readonly id: string
  /** `erased`: since the copy of the database. `unread`: its place refuses it, or does not answer. */
  readonly fault: 'damaged' | 'lost' | 'erased' | 'unread'
}

/** Images are read at the same time, because a store takes a while to answer. */
const readsAtOnce = 8

/** @param ids some dozens, which are asked for in one statement */
export async function findFaultyImages(
  needs: FindNeeds,
  ids: readonly string[],
): Promise<readonly FaultyImage[]> {
  const { reader } = needs.db
  const images = new Map((await listImagesById(reader, ids)).map((image) => [image.id, image]))
  const subjects = new Set([...images.values()].map(({ verificationId }) => verificationId))
  const keys = await openEachDataKey(needs, reader, [...subjects])
  const faulty: FaultyImage[] = []
  const faultOf = async (id: string): Promise<FaultyImage['fault'] | undefined> => {
    const image = images.get(id)
    const key = image && keys.get(image.verificationId)
    if (image === undefined || key === undefined) return 'erased'
    if (key === 'damaged') return 'damaged'
    return findFault(image, () => needs.files.read(image.file, key, imageBinding(image.role)))
  }
  for (let from = 0; from < ids.length; from += readsAtOnce) {
    const some = ids.slice(from, from + readsAtOnce)
    const faults = await Promise.all(some.map(faultOf))
    for (const [index, fault] of faults.entries()) {
      const id = some[index]
      if (id !== undefined && fault !== undefined) faulty.push({ id, fault })
    }
  }
  return faulty
}

async function findFault(
  { sha256 }: StoredImage,
  read: () => Promise<Buffer>,
): Promise<FaultyImage['fault'] | undefined> {
  try {
    const bytes = await read()
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? undefined : 'damaged'
  } catch (error) {
    if (error instanceof DecryptError) return 'damaged'
    return hasCode(error, 'ENOENT') ? 'lost' : 'unread'
  }
}
