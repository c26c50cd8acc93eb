// The kept installation of schema version 1, which the product itself wrote when that version was frozen: every table
// has rows but `database_move`, whose rows say that a database was left. Every later release has to open it.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const folder = join(import.meta.dirname, 'version-1')

/** An instant after everything in it. */
export const keptUntil = Date.UTC(2026, 10, 28, 9)

export const keptLiveKey = 'svc_live_cdE5IIrCzmzL4JgGYywLRXHKJIIXPhs81yJskQQ8CVq01iIcf'
export const keptAuditor = { email: 'auditor@demo.example', password: 'j4geq-vbb8n-82nb6-hwk3k' }
/** Only its selfie is kept, and no other image. */
export const keptVerificationId = 'ver_01m73ppw06maa116k0rrvtt2z5'

/** The bytes of its SQLite file. */
export function keptDatabase(): Buffer {
  return gunzipSync(readFileSync(join(folder, 'svc.db.gz')))
}

/** The same rows on PostgreSQL, as `pg_dump --inserts` wrote them after `svc db copy`. */
export function keptStatements(): string {
  return gunzipSync(readFileSync(join(folder, 'svc.sql.gz'))).toString()
}

/** Makes its data folder, with the master key beside it. Returns the settings. */
export function placeKept(dataDir: string) {
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'svc.db'), keptDatabase(), { mode: 0o600 })
  cpSync(join(folder, 'images'), join(dataDir, 'images'), { recursive: true })
  const masterKeyFile = `${dataDir}.key`
  writeFileSync(masterKeyFile, readFileSync(join(folder, 'master.key')), { mode: 0o600 })
  return { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY_FILE: masterKeyFile }
}
