// Decides whether this server should get requests: each check names what is wrong and what to do. It calls no other
// service.

import type { Appliance } from '../appliance.ts'
import { findInstance, tryWrite } from '../db/instance.ts'
import { listAppliedMigrations } from '../db/migration-view.ts'
import { migrations, newestSchema } from '../db/migrations/index.ts'
import { fitsSchema } from '../db/schema-fit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'

type CheckName =
  | 'stopping'
  | 'draining'
  | 'database'
  | 'schema'
  | 'master_key'
  | 'disk'
  | 'audit_copy'

export interface ReadinessCheck {
  readonly name: CheckName
  readonly ok: boolean
  /** What is wrong and what to do; absent if the check is passed. */
  readonly advice?: string
}

type ReadinessNeeds = Pick<
  Appliance,
  'db' | 'clock' | 'keyring' | 'keyHolder' | 'auditGuard' | 'diskGuard' | 'node'
>

/**
 * How long the database may take for a write that changes nothing, and for what is read then. The write waits behind
 * those before it, so it also shows a queue that does not move.
 */
const databaseTimeoutMs = 1_000
/** Checks asked for more often share one answer, so that they cost the database nothing. */
const keepForMs = 1_000

export interface Readiness {
  check(): Promise<readonly ReadinessCheck[]>
  /** From now on the server is not ready: it stops. */
  stopping(): void
}

export function createReadiness(needs: ReadinessNeeds): Readiness {
  let isStopping = false
  let latest:
    | { readonly at: number; readonly checks: Promise<readonly ReadinessCheck[]> }
    | undefined
  return {
    async check() {
      const nowMs = needs.clock.steadyMs()
      if (latest === undefined || nowMs - latest.at >= keepForMs) {
        latest = { at: nowMs, checks: checkAll(needs) }
      }
      return [
        judge('stopping', !isStopping, 'The server is stopping.'),
        judge('draining', !needs.node.isDraining, 'The node is drained. See svc nodes list.'),
        ...(await latest.checks),
      ]
    },
    stopping() {
      isStopping = true
    },
  }
}

async function checkAll(needs: ReadinessNeeds): Promise<readonly ReadinessCheck[]> {
  const { auditGuard, diskGuard, clock, db } = needs
  const isWritten = await inTime(clock, () => inTransaction(db, tryWrite).then(() => true))
  const read = async (isPassed: (from: ReadinessNeeds) => Promise<boolean>) =>
    isWritten ? inTime(clock, () => isPassed(needs)) : undefined
  const [isSchemaRight, key] = await Promise.all([
    read(isSchemaOurs),
    isWritten ? lookAtKey(needs) : undefined,
  ])
  return [
    judge(
      'database',
      isWritten === true,
      'The database takes no write within a second. See the log, and svc status for the disk.',
    ),
    judgeRead(
      'schema',
      isSchemaRight,
      'The schema of the database is not the one of this release. Restart the server.',
    ),
    judgeRead(
      'master_key',
      key?.isOurs,
      key?.isAwaited
        ? 'The database has changed to another master key, which its source has not given yet. Look at the source (SVC_MASTER_KEY_COMMAND).'
        : 'The database belongs to another master key. Restart the server with the right one.',
    ),
    judge(
      'disk',
      diskGuard.refusal() === undefined,
      'The disk is full, or has less room than SVC_DISK_RESERVE. Make room on the disk of SVC_DATA_DIR.',
    ),
    judge(
      'audit_copy',
      auditGuard.refusal() === undefined,
      'The copy of the audit log lags by more than SVC_AUDIT_LAG_STOP. See svc status.',
    ),
  ]
}

function judge(name: CheckName, ok: boolean, advice: string): ReadinessCheck {
  return ok ? { name, ok } : { name, ok, advice }
}

/** A database that was not read is not said to be a wrong one. */
function judgeRead(name: CheckName, ok: boolean | undefined, advice: string): ReadinessCheck {
  const unread = `Not checked, because the database failed or did not answer in time: ${name}.`
  return judge(name, ok === true, ok === undefined ? unread : advice)
}

/** Returns undefined for what fails or takes too long: a database may keep silent for many seconds. */
function inTime<Result>(clock: Clock, ask: () => Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(databaseTimeoutMs, () => resolve(undefined))
    ask()
      .then(resolve, () => resolve(undefined))
      .finally(cancel)
  })
}

/** A newer release may have added migrations; with SQLite it works on the same folder, instead of this one. */
async function isSchemaOurs({ db }: ReadinessNeeds): Promise<boolean> {
  const applied = await listAppliedMigrations(db.reader)
  if (db.dialect === 'postgres') return fitsSchema(applied, migrations)
  return applied[0]?.version === newestSchema
}

interface KeyState {
  /** Undefined if the database was not read. */
  readonly isOurs: boolean | undefined
  /** The source of the key takes longer than the database may, which has answered. */
  readonly isAwaited?: boolean
}

async function lookAtKey({ clock, db, keyring, keyHolder }: ReadinessNeeds): Promise<KeyState> {
  const look = () =>
    inTime(clock, async () => (await findInstance(db.reader))?.masterKeyId === keyring.masterKeyId)
  const isOurs = await look()
  if (isOurs !== false) return { isOurs }
  // A command may have changed the key a moment ago.
  const isRefreshed = await inTime(clock, () => keyHolder.refresh().then(() => true))
  return { isOurs: await look(), isAwaited: isRefreshed === undefined }
}
