// Files of images that belong to no verification.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Appliance } from '../../server/appliance.ts'
import { findKnownFiles } from '../../server/images/storage/image-store.ts'

/** A submission can be stored although its acknowledgement was lost; its images are not left over. */
export async function findLeftOverFiles({ config, db }: Appliance): Promise<readonly string[]> {
  const stored = filesBelow(join(config.dataDir, 'images'))
  const known = await findKnownFiles(db.reader, stored)
  const staged = filesBelow(join(config.dataDir, 'staging'))
  return [...staged, ...stored.filter((file) => !known.has(file))]
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
