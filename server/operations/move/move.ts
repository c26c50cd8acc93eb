// What a move of the database from one place to another needs, is told and gives.

import type { AuditOrigin } from '../../audit/audit.ts'
import type { OfferedKeys } from '../../crypto/master-key-source.ts'
import type { ComparedTable } from '../../db/copy/compare-tables.ts'
import type { CopySide } from '../../db/copy/copy-side.ts'
import type { OpenedDatabase } from '../../db/open-database.ts'
import type { MoveLock } from '../../db/postgres/move-lock.ts'
import type { ImageFiles } from '../../images/storage/image-files.ts'
import type { Clock } from '../../kernel/clock.ts'

export interface MovedDatabase {
  readonly db: OpenedDatabase
  readonly side: CopySide
  /** For messages, without passwords. */
  readonly place: string
  /** Absent with SQLite, whose data folder is locked. */
  readonly lock?: MoveLock
}

export interface MoveNeeds {
  readonly clock: Clock
  readonly masterKeys: OfferedKeys
  readonly source: MovedDatabase
  readonly target: MovedDatabase
  /** The images as the target's server will find them. */
  readonly files: ImageFiles
}

export type MoveStage = 'copying' | 'comparing' | 'audit' | 'decrypting'

export interface MoveOrder {
  readonly by: AuditOrigin
  /** For a trial: the source stays the installation, and the target sends nothing to the outside. */
  readonly keepsSource: boolean
  readonly signal: AbortSignal
  onProgress(stage: MoveStage, done: number, table?: string): void
  /** Called once the rows are equal and before the check of images: brings the images to their place. */
  placeImages(): Promise<void>
}

export interface CopyCheck {
  readonly auditEntries: number
  readonly valuesDecrypted: number
  readonly imagesChecked: number
}

export interface MoveResult {
  readonly rowsCopied: number
  readonly isResumed: boolean
  readonly tables: readonly ComparedTable[]
  readonly check: CopyCheck | undefined
}
