// Changes the release in use: `applyUpgrade` goes to a newer one and comes back by itself if that does not work;
// `goBack` returns to an older one. Neither lets requests in before the other release has opened the data.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { holdServerLock, serverLockFile } from '../db/server-lock.ts'
import { lookAtDatabase } from '../db/sqlite/look-at-database.ts'
import { findMigrationCopy, putBackCopy } from '../db/sqlite/put-back-copy.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import {
  backUpFirst,
  copiesFolder,
  type FirstBackup,
  firstBackupText,
  type MadeBackup,
} from './backup-first.ts'
import { readDescription, switchCurrent } from './installation.ts'
import { hasAllHeads, type KeptDatabase, settleMissedEntries } from './kept-database.ts'
import { acceptedTables, lostEntries, lostSince } from './lost-work.ts'
import { schemaVersionOf } from './release-description.ts'
import type { ServiceControl } from './service-control.ts'
import { UpgradeError } from './upgrade-error.ts'
import { type UpgradeEntry, writeEntry } from './upgrade-journal.ts'

export interface ChangeNeeds {
  /** Folder of the releases. */
  readonly root: string
  readonly dataDir: string
  readonly clock: Clock
  readonly service: ServiceControl | undefined
  /** The command by which the operator starts the server. */
  readonly startCommand: string
  isServing(): boolean
  /** Runs `work` as the owner of the data folder. */
  asOwner<Result>(work: () => Promise<Result>): Promise<Result>
  /** Makes a backup with the release in use; undefined where the settings name no place, or it is not wanted. */
  readonly backUp: (() => Promise<MadeBackup>) | undefined
  /** Opens the data with a release, without serving; returns what is wrong, undefined if nothing is. */
  tryRelease(version: string): Promise<string | undefined>
  /** Waits until the started server is ready; returns what is wrong, undefined if nothing is. */
  awaitReady(): Promise<string | undefined>
  say(line: string): void
  /** Says what must be done, even where nothing else is to be said. */
  warn(line: string): void
}

interface ChangeOutcome {
  /** `stuck`: neither release is known to work; the reason says what to do. */
  readonly kind: 'good' | 'rolled_back' | 'stuck'
  readonly reason?: string
  /** The backup from before an upgrade. */
  readonly backup?: FirstBackup
}

interface Change {
  readonly from: string
  readonly to: string
}

/** The new release is unpacked already. @throws UpgradeError before anything has changed */
export async function applyUpgrade(
  needs: ChangeNeeds,
  change: Change & { readonly migrates: boolean },
): Promise<ChangeOutcome> {
  const { root, service, say, clock } = needs
  const note = openEntry(needs, change)
  const wasServing = needs.isServing()
  if (wasServing && service === undefined) throw noControl()
  say('Backing up.')
  const order = { ...needs, copiesItself: change.migrates, nowMs: clock.now() }
  const backup = await backUpFirst(order)
  say(firstBackupText(backup))
  note('stopping')
  if (wasServing) {
    say('Stopping the server.')
    await service?.stop()
  }
  switchCurrent(root, change.to)
  note('switched')
  say(`Opening the data with ${change.to}${change.migrates ? ', which migrates it' : ''}.`)
  const fault = await needs.tryRelease(change.to)
  const undone = (reason: string) => undo(needs, change, { note, wasServing, reason })
  if (fault !== undefined) return { ...(await undone(fault)), backup }
  note('migrated')
  if (wasServing) {
    say(`Starting ${change.to}.`)
    const startFault = await startAndWait(needs)
    if (startFault !== undefined) return { ...(await undone(startFault)), backup }
  }
  note('good')
  if (!wasServing) say(notStarted(needs))
  return { kind: 'good', backup }
}

interface BackOrder extends Change {
  /** Whether work that was accepted since the upgrade may be lost. */
  readonly acceptsLoss: boolean
  /** The upgrade that this undoes, if it is in the journal. */
  readonly entry?: UpgradeEntry | undefined
}

/** @throws UpgradeError before anything has changed */
export async function goBack(needs: ChangeNeeds, order: BackOrder): Promise<ChangeOutcome> {
  const { service, say } = needs
  const wasServing = needs.isServing()
  if (wasServing && service === undefined) throw noControl()
  const returning = {
    ...order,
    accepts: order.acceptsLoss ? ('all' as const) : ('nothing' as const),
  }
  await planReturn(needs, returning)
  const note = openEntry(needs, order.entry ?? order, order.entry?.began_at)
  note('stopping')
  if (wasServing) {
    say('Stopping the server.')
    await service?.stop()
  }
  let kept: KeptDatabase | undefined
  try {
    // Requests may have come in until it stopped.
    kept = await returnTo(needs, returning)
  } catch (error) {
    if (wasServing) await startAndWait(needs)
    throw error
  }
  const trialFault = await needs.tryRelease(order.to)
  const isStarted = wasServing && trialFault === undefined
  const fault = isStarted ? await startAndWait(needs) : trialFault
  if (kept !== undefined) await settleMissedEntries(needs, kept, isStarted && fault === undefined)
  note(fault === undefined ? 'rolled_back' : 'stuck', fault)
  if (!wasServing) say(notStarted(needs))
  return fault === undefined ? { kind: 'rolled_back' } : { kind: 'stuck', reason: fault }
}

interface Undoing {
  readonly note: Note
  readonly wasServing: boolean
  readonly reason: string
}

/** After a failed upgrade: the release before it, on the data as they were. */
async function undo(
  needs: ChangeNeeds,
  change: Change,
  { note, wasServing, reason }: Undoing,
): Promise<ChangeOutcome> {
  const { say, service } = needs
  say(`${change.to} does not work here: ${reason}`)
  say(`Going back to ${change.from}.`)
  try {
    if (needs.isServing()) await service?.stop()
    // What somebody looks at while the server starts must not keep it down: the kept database has that entry.
    const kept = await returnTo(needs, { from: change.to, to: change.from, accepts: 'unchanging' })
    const fault = wasServing ? await startAndWait(needs) : undefined
    if (kept !== undefined)
      await settleMissedEntries(needs, kept, wasServing && fault === undefined)
    if (fault !== undefined)
      throw new UpgradeError(`${change.from} does not become ready: ${fault}`)
  } catch (error) {
    const both = `${reason} Going back failed too: ${error instanceof Error ? error.message : String(error)}`
    note('stuck', both)
    return { kind: 'stuck', reason: both }
  }
  note('rolled_back', reason)
  return { kind: 'rolled_back', reason }
}

interface Returning extends Change {
  /** What may be lost: all that came in since the upgrade, or only entries of the audit log that changed nothing. */
  readonly accepts: 'all' | 'unchanging' | 'nothing'
}

/** Returns the newer database, undefined if the older release goes on with it. */
async function returnTo(needs: ChangeNeeds, order: Returning): Promise<KeptDatabase | undefined> {
  const { root, dataDir } = needs
  const plan = await planReturn(needs, order)
  if (plan === undefined) {
    switchCurrent(root, order.to)
    return undefined
  }
  const name = `rolled-back-from-${order.from}-${needs.clock.now()}.db`
  const keptAs = join(copiesFolder(dataDir), name)
  const database = join(dataDir, 'svc.db')
  needs.say('Putting back the database as it was before the upgrade.')
  const hasMissedEntries = await needs.asOwner(async () => {
    const lock = holdServerLock(serverLockFile(dataDir))
    try {
      const hasAll = await hasAllHeads(dataDir, database)
      putBackCopy({ database, copy: plan.copy, keptAs })
      return hasAll
    } finally {
      lock.release()
    }
  })
  switchCurrent(root, order.to)
  return { file: keptAs, hasMissedEntries, hasLostWork: plan.losesWork }
}

interface ReturnPlan {
  readonly copy: string
  readonly losesWork: boolean
}

/**
 * Returns the copy that must be put back, undefined if the older release understands the database as it is.
 * @throws UpgradeError if there is no copy, or work would be lost
 */
async function planReturn(
  needs: ChangeNeeds,
  { from, to, accepts }: Returning,
): Promise<ReturnPlan | undefined> {
  const { root, dataDir } = needs
  const database = join(dataDir, 'svc.db')
  const known = schemaVersionOf(readDescription(join(root, to)))
  return needs.asOwner(async () => {
    if (!existsSync(database)) return undefined
    const now = await lookAtDatabase(database, acceptedTables)
    if (now.schemaVersion <= known) return undefined
    const copy = findMigrationCopy(copiesFolder(dataDir), known)
    if (copy === undefined) {
      throw new UpgradeError(
        `${to} knows schema version ${known}, the database has ${now.schemaVersion}, and there is no copy of it from before in ${copiesFolder(dataDir)}. Restore a backup of that time into another folder, or stay with ${from}.`,
      )
    }
    const lost = lostSince(await lookAtDatabase(copy, acceptedTables), now)
    const entries = accepts === 'all' ? [] : await lostEntries({ database, copy, accepts })
    if (accepts !== 'all' && lost.length + entries.length > 0) {
      throw new UpgradeError(
        `Since the upgrade ${[...lost, ...entries].join(', ')} came in, which ${to} cannot read and a return would lose. Stay with ${from} and have it mended, or accept the loss: svc rollback --accept-loss`,
      )
    }
    return { copy, losesWork: lost.length > 0 }
  })
}

async function startAndWait({ service, awaitReady }: ChangeNeeds): Promise<string | undefined> {
  try {
    await service?.start()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return awaitReady()
}

function notStarted({ startCommand }: ChangeNeeds): string {
  return `No server ran, so none was started. Start it: ${startCommand}`
}

type Note = (phase: UpgradeEntry['phase'], reason?: string) => void

function openEntry({ root, clock }: ChangeNeeds, { from, to }: Change, begun?: string): Note {
  const began_at = begun ?? toIso(clock.now())
  return (phase, reason) =>
    writeEntry(root, {
      from,
      to,
      phase,
      began_at,
      changed_at: toIso(clock.now()),
      ...(reason === undefined ? {} : { reason }),
    })
}

function noControl(): UpgradeError {
  return new UpgradeError(
    'The server runs, and systemd does not know it. Stop it first, or name how: --stop-command and --start-command.',
  )
}
