// Keeps the lists of packs of a distant store in a folder of the appliance, so that each is fetched once.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PackCache } from './image-packs.ts'

/** Without a folder nothing is kept. What is lost or damaged here is fetched again. */
export function openPackCache(folder: string | undefined): PackCache {
  if (folder === undefined) return { read: async () => undefined, keep: async () => {} }
  const placeOf = (indexName: string) => join(folder, basename(indexName))
  return {
    read: (indexName) => readFile(placeOf(indexName), 'utf8').catch(() => undefined),
    async keep(indexName, text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const place = placeOf(indexName)
      await writeFile(`${place}.new`, text, { mode: 0o600 })
      await rename(`${place}.new`, place)
    },
  }
}
