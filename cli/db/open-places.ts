// Opens the two databases of `svc db copy`, with the locks of their data folders.

import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, databasePlace } from '../../server/appliance.ts'
import { openInstallationImages } from '../../server/backup/open-installation-images.ts'
import type { LoadedSettings } from '../../server/config.ts'
import { findMove } from '../../server/db/database-move.ts'
import {
  type DatabaseAddress,
  readDatabaseAddress,
  shownDatabase,
} from '../../server/db/postgres/database-address.ts'
import { grantRights } from '../../server/db/postgres/grant-rights.ts'
import { createMoveLock } from '../../server/db/postgres/move-lock.ts'
import { openPostgres } from '../../server/db/postgres/open-postgres.ts'
import { postgresSide } from '../../server/db/postgres/postgres-side.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { openDb } from '../../server/db/sqlite/open-db.ts'
import { sqliteSide } from '../../server/db/sqlite/sqlite-side.ts'
import { type ImageFiles, imageFiles } from '../../server/images/storage/image-files.ts'
import type { OpenedImages } from '../../server/images/storage/open-image-files.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { syncFolder } from '../../server/kernel/sync.ts'
import { copyImages } from '../../server/operations/move/copy-images.ts'
import type { MovedDatabase } from '../../server/operations/move/move.ts'
import { CommandError } from '../command-error.ts'

export type TargetChoice =
  | { readonly url: string; readonly grantTo: string | undefined }
  | { readonly folder: string }

interface OpenedPlace extends MovedDatabase {
  close(): Promise<void>
}

interface OpenedTarget extends OpenedPlace {
  readonly files: ImageFiles
  placeImages(signal: AbortSignal, onProgress: (images: number) => void): Promise<void>
  /** Puts the checked database in its place. It is closed then. */
  finish(): Promise<void>
}

type Loaded = Pick<LoadedSettings, 'config' | 'secrets'>

/** @throws CommandError, ServerLockedError */
export function openMoveSource(loaded: Loaded): OpenedPlace {
  const { dataDir } = loaded.config
  const { file, postgres } = databasePlace(loaded)
  if (postgres === undefined && !existsSync(file)) {
    throw new CommandError('not_initialised', `There is no database in ${dataDir} to copy.`)
  }
  const lock = existsSync(dataDir) ? holdServerLock(serverLockFile(dataDir)) : undefined
  const opened =
    postgres === undefined
      ? openFile(file, dataDir)
      : openServer(postgres.address, postgres.caFile ?? undefined)
  return {
    ...opened,
    async close() {
      await opened.close()
      lock?.release()
    },
  }
}

/** @throws CommandError, ServerLockedError */
export async function openMoveTarget(loaded: Loaded, choice: TargetChoice): Promise<OpenedTarget> {
  return 'folder' in choice ? openFolder(loaded, choice.folder) : openDatabase(loaded, choice)
}

function openDatabase(
  loaded: Loaded,
  { url, grantTo }: Extract<TargetChoice, { url: string }>,
): OpenedTarget {
  const address = readDatabaseAddress(url)
  if (typeof address === 'string') {
    throw new CommandError('usage', `The URL of the database must ${address}.`)
  }
  const { caFile } = loaded.config.database
  const server = openServer(address, caFile)
  const images = imagesOf(loaded, server)
  return {
    ...server,
    files: images.files,
    placeImages: async () => {},
    async finish() {
      if (grantTo !== undefined) await grantRights({ address, caFile }, grantTo)
    },
    async close() {
      await images.close()
      await server.close()
    },
  }
}

/** The images that the settings name, of the installation in this database. */
function imagesOf(loaded: Loaded, { db }: Pick<MovedDatabase, 'db'>): OpenedImages {
  return openInstallationImages({ ...loaded, nodeId: 'copy', log: silentLog, db })
}

/** The database has another name until it is checked, so that no server takes it for a whole one. */
async function openFolder(loaded: Loaded, folder: string): Promise<OpenedTarget> {
  const { config } = loaded
  if (config.postgres === undefined) {
    throw new CommandError(
      'usage',
      '--to-data-folder is for an installation on PostgreSQL. Move a data folder as a folder, with the server stopped, or restore a backup there (svc restore).',
    )
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isOther = folder !== config.dataDir
  const isInBucket = config.imagesS3 !== undefined
  const needsImages = !isInBucket && (isOther || config.imagesDir !== undefined)
  const lock = isOther ? holdServerLock(serverLockFile(folder)) : undefined
  const file = databaseFile({ dataDir: folder })
  await refuseUsed(file, folder)
  const opened = openFile(`${file}.copying`, folder)
  const images = imagesOf(loaded, opened)
  const files = isInBucket ? images.files : imageFiles(folder, 'copy')
  let isOpen = true
  const close = async () => {
    if (isOpen) await opened.close()
    isOpen = false
  }
  return {
    ...opened,
    files,
    async placeImages(signal, onProgress) {
      if (needsImages) await copyImages({ from: images.files, to: files, signal, onProgress })
    },
    async finish() {
      await close()
      if (existsSync(file)) renameSync(file, `${file}.left-${systemClock.now()}`)
      renameSync(`${file}.copying`, file)
      await syncFolder(folder)
    },
    async close() {
      await images.close()
      await close()
      lock?.release()
    },
  }
}

/** A database that was left by a move to PostgreSQL may be replaced; it is kept beside the new one. */
async function refuseUsed(file: string, folder: string): Promise<void> {
  if (!existsSync(file)) return
  const db = openDb(file)
  try {
    const move = await findMove(db.reader).catch(() => undefined)
    if (move?.state === 'left') return
  } finally {
    await db.close()
  }
  throw new CommandError(
    'precondition_failed',
    `${folder} has a database already (svc.db), and nothing was changed. Name another folder, or move svc.db away.`,
  )
}

function openFile(file: string, folder: string): OpenedPlace {
  const db = openDb(file)
  return {
    db,
    side: sqliteSide(db.raw),
    place: join(folder, 'svc.db'),
    close: () => db.close(),
  }
}

function openServer(address: DatabaseAddress, caFile: string | undefined): OpenedPlace {
  const db = openPostgres({ address, caFile, connectionsMax: 4, isForCopy: true })
  const lock = createMoveLock({ address, caFile })
  const side = postgresSide({ address, caFile })
  return {
    db,
    side,
    lock,
    place: shownDatabase(address),
    async close() {
      await lock.release()
      await side.close()
      await db.close()
    },
  }
}
