// Checks both databases of a move before anything is copied, and marks the target as unfinished.

import { copiedTables } from '../../db/copy/copied-rows.ts'
import { findMove, insertMove } from '../../db/database-move.ts'
import { findInstance } from '../../db/instance.ts'
import { migrate, readExpectedSchema } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import type { OpenedDatabase } from '../../db/open-database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Node, nodeState } from '../../nodes/node.ts'
import { listNodes } from '../../nodes/node-list-view.ts'
import type { MovedDatabase, MoveNeeds } from './move.ts'
import { MoveRefusedError } from './move-refused.ts'

interface BegunMove {
  readonly installationId: string
  /** Whether the target already holds a part of this installation. */
  readonly isResumed: boolean
  /** Whether everything was copied and checked before, and only the target's mark is left to remove. */
  readonly isSourceLeft: boolean
  /** Whether even that was removed. */
  readonly isArrived: boolean
}

/** @throws MoveRefusedError, MigrationError */
export async function prepareMove(needs: MoveNeeds): Promise<BegunMove> {
  const { source, target, clock } = needs
  await requireSchema(source)
  const instance = await findInstance(source.db.reader)
  if (instance === undefined) refuse(`There is no installation in ${source.place} to copy.`)
  const installationId = instance.id
  await keepOthersOff(needs)
  await prepareSchema(needs)
  const isSourceLeft = await hasLeft(needs)
  const arriving = await findMove(target.db.reader)
  if (arriving?.state === 'arriving' && arriving.installationId === installationId) {
    return { installationId, isResumed: true, isSourceLeft, isArrived: false }
  }
  if (isSourceLeft && arriving === undefined) {
    const there = await findInstance(target.db.reader)
    if (there?.id === installationId) {
      return { installationId, isResumed: true, isSourceLeft, isArrived: true }
    }
    refuse(
      `This installation was moved to ${target.place}, and is not there any more. Restore that database from its own backup; what was written since the move is not in ${source.place}.`,
    )
  }
  if (arriving !== undefined) refuse(otherMove(target.place, arriving.otherPlace))
  await requireEmpty(target)
  const mark = { state: 'arriving', installationId, otherPlace: source.place } as const
  await inTransaction(target.db, (trx) => insertMove(trx, { ...mark, changedAt: clock.now() }))
  return { installationId, isResumed: false, isSourceLeft: false, isArrived: false }
}

async function hasLeft({ source, target }: MoveNeeds): Promise<boolean> {
  const move = await findMove(source.db.reader)
  if (move === undefined) return false
  if (move.state === 'arriving') {
    refuse(
      `${source.place} is itself the unfinished end of a copy from ${move.otherPlace}. Finish that copy first.`,
    )
  }
  if (move.otherPlace === target.place) return true
  return refuse(
    `This installation was moved to ${move.otherPlace}, and what was written since is only there. Name that database in the settings to copy it.`,
  )
}

async function requireSchema({ db, place }: MovedDatabase): Promise<void> {
  const current = await db.schema.version()
  const latest = latestVersion()
  if (current < latest) {
    refuse(
      `The schema of ${place} has version ${current}, this release needs ${latest}. Run svc migrate first.`,
    )
  }
  if (current > latest) {
    refuse(
      `The schema of ${place} has version ${current}, this release knows ${latest}. Use the release that wrote it.`,
    )
  }
  await requireExpected({ db, place })
}

async function requireExpected({ db, place }: Pick<MovedDatabase, 'db' | 'place'>): Promise<void> {
  if ((await db.schema.dump()) === readExpectedSchema(db.dialect)) return
  refuse(
    `The tables of ${place} differ from those that this release expects. Somebody changed them, or the database holds tables of another program. Use a database of its own, or undo the change.`,
  )
}

/** Makes the tables in a database without any. */
async function prepareSchema({ target, clock }: MoveNeeds): Promise<void> {
  const { db } = target
  if ((await db.schema.version()) > 0) return requireSchema(target)
  await requireNoTables(db, target.place)
  const expectedSchema = readExpectedSchema(db.dialect)
  await migrate(db, { migrations, expectedSchema, backupFolder: '' }, clock.now())
}

async function requireNoTables(db: OpenedDatabase, place: string): Promise<void> {
  if ((await db.schema.dump()).trim() === '') return
  refuse(`${place} holds tables of another program. Name a database of its own.`)
}

async function requireEmpty({ side, place }: MovedDatabase): Promise<void> {
  for (const table of copiedTables) {
    if ((await side.lastKey(table)) === undefined) continue
    refuse(
      `${place} is not empty: ${table.name} has rows. Nothing was changed. Make a new database and name that; svc init is not needed there.`,
    )
  }
}

/**
 * From here to the end of the move no server and no command writes to the source. A node that is only stopped would go
 * on afterwards, so its connections are ended.
 */
async function keepOthersOff({ source, clock }: Pick<MoveNeeds, 'source' | 'clock'>) {
  const { db, lock, place } = source
  // A SQLite file has one server, whose lock the caller holds.
  if (lock === undefined) return
  const nodes = await listNodes(db.reader)
  refuseLivingNodes(nodes, source, clock.now())
  for (const { id } of nodes) await db.connections?.endThoseOf(id)
  const writers = await lock.take()
  if (writers.length > 0) {
    refuse(
      `Others are connected to ${place}: ${writers.join(', ')}. Stop every server and command, and wait until those that start now have ended.`,
    )
  }
}

function refuseLivingNodes(nodes: readonly Node[], source: MovedDatabase, nowMs: number): void {
  const living = nodes.find((node) => nodeState(node, nowMs) !== 'silent')
  if (living === undefined) return
  refuse(
    `The node ${living.id} on ${living.host} works on ${source.place}. Stop every server; one that was killed counts as stopped after 20 seconds (svc nodes list).`,
  )
}

function otherMove(place: string, other: string): string {
  return `${place} holds the unfinished copy of another installation, from ${other}. Finish that copy, or make a new database.`
}

function latestVersion(): number {
  return migrations.at(-1)?.version ?? 0
}

function refuse(message: string): never {
  throw new MoveRefusedError(message)
}
