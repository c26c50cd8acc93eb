// The folders that a running server writes, by its settings: what its unit has to let it write.

import { dirname } from 'node:path'
import type { Config } from '../config.ts'

type FolderSettings = Pick<
  Config,
  'dataDir' | 'imagesDir' | 'auditHeadFile' | 'auditCopy' | 'log'
> & { readonly backup?: { readonly to?: string | undefined } | undefined }

/** The data folder first. Of files their folders, since log rotation creates new files there. */
export function writtenFolders(settings: FolderSettings): readonly string[] {
  const { dataDir, imagesDir, auditHeadFile, auditCopy, log, backup } = settings
  const files = [auditHeadFile, auditCopy.file, log.file?.path].filter((file) => file !== undefined)
  const images = imagesDir === undefined ? [] : [imagesDir]
  const backups = backup?.to?.startsWith('/') ? [backup.to] : []
  const folders = [...images, ...files.map((file) => dirname(file)), ...backups]
  return [...new Set([dataDir, ...folders])]
}
